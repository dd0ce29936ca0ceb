// Arrow keys step through a replay.

const NAMES = {ArrowLeft: "back", ArrowRight: "forward", Home: "again", End: "flag"};

addEventListener("keydown", event => {
  const link = !event.ctrlKey && !event.altKey && !event.metaKey && NAMES[event.key]
    && document.querySelector(`[data-go="${NAMES[event.key]}"]`);
  if (!link) return;
  event.preventDefault();
  location.replace(link.href);
});
