// A choice shows at once: in the preview, in the page around it, and it is saved without leaving.

const form = document.querySelector("form.fields");

form.addEventListener("change", ({target}) => {
  const first = form.elements[target.name][0];
  if (target === first) delete document.documentElement.dataset[target.name];
  else document.documentElement.dataset[target.name] = target.value;
  const fields = new URLSearchParams(new FormData(form));
  fields.delete("next");
  fetch(form.action, {method: "POST", body: fields, redirect: "manual", keepalive: true}).catch(() => {});
});
