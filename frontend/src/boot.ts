// Runs before the first paint: theme, pane sizes and letters as they were left, so that nothing jumps.
const root = document.documentElement
root.classList.add("js")
try {
  const theme = localStorage.getItem("theme")
  if (theme) root.dataset.theme = theme
  for (const name of ["--left", "--upper"]) {
    const size = localStorage.getItem("split" + name)
    if (size) root.style.setProperty(name, size + "%")
  }
  const letters = localStorage.getItem("editor-size")
  if (letters) root.style.setProperty("--editor-size", letters + "px")
} catch {
  // storage is closed to this page: the defaults stand
}
