// A choice shows at once, in the preview and the page around it, and is saved without leaving.

const form = document.getElementById("settings"), status = form.querySelector(".saved"), root = document.documentElement.dataset;
let saving = Promise.resolve();

async function save(fields) {
  const options = {method: "POST", body: fields, redirect: "manual", keepalive: true};
  const answer = await fetch(form.action, options).catch(() => {});
  status.textContent = answer?.type === "opaqueredirect" ? form.dataset.saved : form.dataset.lost;
}

form.addEventListener("change", ({target}) => {
  if (target.value === target.closest("[data-standard]").dataset.standard) delete root[target.name];
  else root[target.name] = target.value;
  localStorage.setItem("look", JSON.stringify(root));  // for pages that are open beside this one, see install.js
  const fields = new URLSearchParams(new FormData(form));
  fields.delete("next");
  status.textContent = "";
  saving = saving.then(() => save(fields));  // one after the other: the last choice is the one that stays
});
