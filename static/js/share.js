// The text can always be taken by hand; what the browser can do besides gets a button.

const text = document.querySelector("#share");
const send = document.querySelector("#share-send");
const copy = document.querySelector("#share-copy");
const said = document.querySelector("#share-said");

if (navigator.share) {
  send.hidden = false;
  send.addEventListener("click", () => navigator.share({text: text.value}).catch(() => {}));
}
if (navigator.clipboard) {
  copy.hidden = false;
  copy.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text.value);
      said.textContent = copy.dataset.copied;
    } catch {
      text.select();
    }
  });
}
text.addEventListener("focus", () => text.select());
