// The preview under the text areas of Markdown fields.
//
// The listeners sit on the document, so a row added to a form later needs no preparation, and a
// page full of editors sends nothing until somebody goes into one of them.
"use strict";

(() => {
  const PAUSE = 500; // milliseconds without a key before the text is sent
  const timers = new WeakMap();
  const shown = new WeakMap();

  const previewOf = (editor) =>
    editor.closest(".markdownx")?.querySelector(".markdownx-preview");

  const show = (editor, fill) => {
    const preview = previewOf(editor);
    if (preview) {
      fill(preview);
      preview.hidden = !preview.hasChildNodes();
    }
  };

  const ask = async (editor) => {
    const sent = editor.value;
    if (shown.get(editor) === sent) return;
    if (!sent.trim()) {
      shown.set(editor, sent);
      show(editor, (preview) => preview.replaceChildren());
      return;
    }
    // From the form, because scripts cannot read the cookie.
    const token = editor.form?.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "";
    let fill;
    let isRendered = false;
    try {
      const response = await fetch(editor.dataset.markdownxUrlsPath, {
        method: "POST",
        headers: { "X-CSRFToken": token },
        body: new URLSearchParams({ content: sent }),
        redirect: "error",
      });
      if (!response.ok) throw new Error(response.statusText);
      const html = await response.text(); // sanitised where it was rendered
      fill = (preview) => { preview.innerHTML = html; };
      isRendered = true;
    } catch {
      fill = (preview) => { preview.textContent = editor.dataset.previewFailed; };
    }
    // Somebody went on writing: an older answer must not overtake the newer text.
    if (editor.value !== sent) return;
    if (isRendered) shown.set(editor, sent);
    show(editor, fill);
  };

  const later = (event) => {
    const editor = event.target;
    if (!(editor instanceof HTMLTextAreaElement) || !editor.matches(".markdownx-editor")) return;
    clearTimeout(timers.get(editor));
    timers.set(editor, setTimeout(ask, PAUSE, editor));
  };

  document.addEventListener("input", later);
  document.addEventListener("focusin", later);
})();
