// The end of a won game: all the cards once round the table. Any key or tap ends it. Fetched only when it is due, and
// done at once, as a page has one game to win; without imports: table.js is served in one piece, and its parts must not
// run twice.

const DECK = [..."KQJT98765432A"].flatMap(rank => [..."SHCD"].map(suit => rank + suit));

/** Let the deck swirl out of the foundations and down off the table; `air` is the layer where cards fly. */
async function celebrate(air) {
  if (document.documentElement.dataset.motion === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  await Promise.allSettled(air.getAnimations({subtree: true}).map(animation => animation.finished));
  const {clientWidth: width, clientHeight: height} = air.parentElement;
  const flights = DECK.map((id, at) => {
    const card = document.createElement("span"), from = document.getElementById("F" + id[1]);
    card.className = `card ${"DH".includes(id[1]) ? "red" : "black"}`;
    [card.dataset.rank, card.dataset.suit] = id;
    air.prepend(card);  // the king is to be seen until it leaves
    const turn = at / DECK.length * 4 * Math.PI, reach = Math.min(width, height) * (.15 + .25 * at / DECK.length);
    const x = width / 2 - from.offsetWidth / 2 + reach * 1.4 * Math.cos(turn), y = height / 2 - from.offsetWidth * .7 + reach * Math.sin(turn);
    const steps = [[from.offsetLeft, from.offsetTop, 0], [x, y, turn], [x, y, turn + 6.3], [x * 1.1, height * 1.3, turn + 9]];
    const transform = steps.map(([x, y, angle]) => `translate(${x}px, ${y}px) rotate(${angle}rad)`);
    const keyframes = {transform, easing: ["ease-out", "ease-in-out", "ease-in", "linear"], offset: [0, .3, .7, 1]};
    return card.animate(keyframes, {duration: 2600, delay: at * 25, fill: "both"});
  });
  const stop = () => air.replaceChildren();
  for (const event of ["pointerdown", "keydown"]) addEventListener(event, stop, {once: true, capture: true});
  Promise.allSettled(flights.map(flight => flight.finished)).then(stop);
}

celebrate(document.getElementById("air"));
