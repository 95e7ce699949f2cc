// Runs before the first paint: theme and pane sizes as they were left, so that nothing jumps.
const root = document.documentElement
root.classList.add("js")
try {
  const theme = localStorage.getItem("theme")
  if (theme) root.dataset.theme = theme
  for (const name of ["--left", "--upper"]) {
    const size = localStorage.getItem("split" + name)
    if (size) root.style.setProperty(name, size + "%")
  }
} catch {
  // storage is closed to this page: the defaults stand
}
