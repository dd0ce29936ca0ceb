// The whole table as one text, pile by pile. Fetched when it is asked for, and without imports: table.js is served in one
// piece, and its parts must not run twice.
const seat = document.getElementById("seat");
const names = pile => [...pile.children].map(card => card.ariaLabel?.split(",")[0]).filter(Boolean).join(", ") || seat.dataset.empty;

export const read = () => [...document.querySelectorAll(".felt .pile")].map(pile => `${pile.ariaLabel}: ${names(pile)}`).join(". ");
