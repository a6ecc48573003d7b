"use strict";

// Buttons that copy a text beside them. They are hidden until this file has run: without it, the
// text can be selected by hand. A text with italics is offered as HTML too, so that it keeps them
// in a letter, and its plain form stands in "data-text".
{
  const SHOWN = 2500; // milliseconds

  const select = (source) => {
    const range = document.createRange();
    range.selectNodeContents(source);
    getSelection().removeAllRanges();
    getSelection().addRange(range);
  };

  const copy = async (source) => {
    const text = source.dataset.text ?? source.textContent;
    if (source.dataset.text && window.ClipboardItem) {
      const forms = { "text/plain": text, "text/html": source.innerHTML };
      const blobs = Object.entries(forms).map(([type, form]) => [type, new Blob([form], { type })]);
      await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(blobs))]);
    } else {
      await navigator.clipboard.writeText(text);
    }
  };

  const say = (button, words) => {
    const label = button.firstChild;
    const before = (button.dataset.label ??= label.data);
    label.data = words;
    button.closest("details").querySelector("[role=status]").textContent = words;
    clearTimeout(button.timer);
    button.timer = setTimeout(() => {
      label.data = before;
    }, SHOWN);
  };

  for (const button of document.querySelectorAll("button[data-copies]")) {
    const source = document.getElementById(button.dataset.copies);
    button.hidden = false;
    button.addEventListener("click", async () => {
      // Browsers lend the clipboard to pages over TLS only, and people may refuse it.
      try {
        await copy(source);
        say(button, button.dataset.copied);
      } catch {
        select(source);
        say(button, button.dataset.selected);
      }
    });
  }
}
