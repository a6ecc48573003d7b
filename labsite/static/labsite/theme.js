"use strict";

// Light, dark, or as the system says. This file stands before the style sheet and holds the page up
// until it has run, so that the first thing painted already has the chosen colours. The choice is
// kept in the browser, under the name that the admin's own switch uses, and never sent anywhere.
{
  const KEY = "theme";
  const SCHEMES = { auto: "light dark", light: "light", dark: "dark" };
  const root = document.documentElement;
  const prefersDark = matchMedia("(prefers-color-scheme: dark)");

  // A browser may keep pages from storing anything; then a choice lasts as long as the page.
  const stored = () => {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null;
    }
  };
  const store = (theme) => {
    try {
      localStorage.setItem(KEY, theme);
    } catch {
      return;
    }
  };

  const show = (theme) => {
    const known = theme in SCHEMES ? theme : "auto";
    root.dataset.theme = known;
    // The empty page that a browser shows before the style sheet has come follows this line.
    document.querySelector('meta[name="color-scheme"]').content = SCHEMES[known];
  };

  // The first click always changes what is seen; the third is back where it began.
  const next = () => {
    const order = prefersDark.matches ? ["auto", "light", "dark"] : ["auto", "dark", "light"];
    return order[(order.indexOf(root.dataset.theme) + 1) % order.length];
  };

  show(stored() ?? "auto");

  document.addEventListener("click", (event) => {
    if (event.target.closest(".theme-switch")) {
      const theme = next();
      show(theme);
      store(theme);
    }
  });
  // Other windows, and pages that a browser kept while another one was open, follow.
  addEventListener("storage", (event) => {
    if (event.key === KEY || event.key === null) show(event.newValue ?? "auto");
  });
  addEventListener("pageshow", (event) => {
    if (event.persisted) show(stored() ?? root.dataset.theme);
  });
}
