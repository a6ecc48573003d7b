// The text areas of Markdown fields: a preview below, and pictures that are dropped or pasted.
//
// The listeners sit on the document, so a row added to a form later needs no preparation, and a
// page full of editors sends nothing until somebody goes into one of them.
"use strict";

(() => {
  const PAUSE = 500; // milliseconds without a key before the text is sent
  const timers = new WeakMap();
  const shown = new WeakMap();

  const partOf = (editor, part) => editor.closest(".markdownx")?.querySelector(`.markdownx-${part}`);
  const editorOf = (element) => element.closest(".markdownx")?.querySelector(".markdownx-editor");

  const post = (editor, address, body) =>
    fetch(address, {
      method: "POST",
      // From the form, because scripts cannot read the cookie.
      headers: { "X-CSRFToken": editor.form?.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "" },
      body,
      redirect: "error",
    });

  // The preview

  const show = (editor, fill) => {
    const preview = partOf(editor, "preview");
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
    let fill;
    let isRendered = false;
    try {
      const response = await post(
        editor, editor.dataset.markdownxUrlsPath, new URLSearchParams({ content: sent }),
      );
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

  // Pictures

  const complain = (editor, sentence) => {
    const problem = partOf(editor, "problem");
    problem.textContent = sentence;
    problem.hidden = !sentence;
  };

  const send = async (editor, file) => {
    if (file.size > Number(editor.dataset.uploadLimit)) {
      throw new Error(editor.dataset.uploadTooLarge);
    }
    const body = new FormData();
    body.append("picture", file);
    let answer;
    try {
      const response = await post(editor, editor.dataset.markdownxUploadUrlsPath, body);
      answer = await response.json();
    } catch {
      throw new Error(editor.dataset.uploadFailed);
    }
    if (answer.error) throw new Error(answer.error);
    return answer;
  };

  // Resolves to the words, or to null when the picture is not wanted after all.
  const askForWords = (editor, picture) =>
    new Promise((resolve) => {
      const dialog = partOf(editor, "ask");
      const words = partOf(editor, "words");
      const shownPicture = partOf(editor, "picture");
      words.value = "";
      shownPicture.src = picture.small;
      shownPicture.hidden = false;
      dialog.returnValue = "";
      dialog.addEventListener(
        "close",
        () => resolve(dialog.returnValue === "insert" ? words.value : null),
        { once: true },
      );
      dialog.showModal();
      words.focus();
    });

  const insert = (editor, words, address, [start, end]) => {
    const description = words.trim().replace(/\s+/g, " ").replace(/[\\[\]`]/g, "\\$&");
    editor.setRangeText(`![${description}](${address})`, start, end, "end");
    editor.dispatchEvent(new Event("input", { bubbles: true }));
  };

  const add = async (editor, files) => {
    complain(editor, "");
    for (const file of files) {
      try {
        const picture = await send(editor, file);
        // Kept before the question opens: some browsers forget the cursor while it is open.
        const place = [editor.selectionStart, editor.selectionEnd];
        const words = await askForWords(editor, picture);
        if (words !== null) insert(editor, words, picture.address, place);
      } catch (error) {
        complain(editor, error.message);
      }
    }
    editor.focus();
  };

  const droppedOn = (event) => {
    const hasFiles = event.dataTransfer?.types.includes("Files");
    return hasFiles && event.target.closest?.(".markdownx") ? editorOf(event.target) : null;
  };

  document.addEventListener("dragover", (event) => {
    if (droppedOn(event)) event.preventDefault();
  });

  document.addEventListener("drop", (event) => {
    const editor = droppedOn(event);
    if (!editor) return;
    event.preventDefault(); // the browser would leave the page and show the file
    add(editor, event.dataTransfer.files);
  });

  document.addEventListener("paste", (event) => {
    if (!event.target.matches(".markdownx-editor")) return;
    const { files, types } = event.clipboardData;
    // A word processor offers a picture of the text beside the text itself.
    if (!files.length || types.includes("text/plain")) return;
    event.preventDefault();
    add(event.target, files);
  });

  document.addEventListener("change", (event) => {
    if (!event.target.matches(".markdownx-file")) return;
    event.stopPropagation();
    const files = [...event.target.files];
    event.target.value = ""; // so that the same file can be chosen again
    add(editorOf(event.target), files);
  });

  document.addEventListener("click", (event) => {
    const dialog = event.target.closest?.(".markdownx-ask");
    if (!dialog) return;
    if (event.target.matches(".markdownx-insert")) dialog.close("insert");
    if (event.target.matches(".markdownx-cancel")) dialog.close("");
  });

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.matches(".markdownx-words")) return;
    event.preventDefault(); // it would save the form around the question
    if (!event.isComposing) event.target.closest("dialog").close("insert");
  });

  // Without this script the button would do nothing, so it is shown only now.
  document.documentElement.classList.add("has-markdown-editor");
})();
