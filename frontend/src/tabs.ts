// Lists of links to fragments become tab lists: one panel at a time, arrow keys, one stop for the Tab key.
import {all, maybe} from "./dom"

const STEPS: Record<string, number> = {ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1}

function panelOf(tab: HTMLElement): HTMLElement | null {
  return document.getElementById(tab.getAttribute("href")!.slice(1))
}

/** Give the links of `list` the roles of tabs, and show the panel of the first (or of `initial`). */
export function makeTabs(list: HTMLElement, initial?: HTMLElement | null): void {
  const tabs = all("a[href^='#']", list)
  if (!tabs.length) return
  list.setAttribute("role", "tablist")
  list.removeAttribute("tabindex") // its tabs are focused instead
  if (list.classList.contains("cases")) list.setAttribute("aria-orientation", "vertical")
  for (const child of list.children) if (child.tagName !== "A") child.setAttribute("role", "presentation")
  for (const tab of tabs) {
    tab.setAttribute("role", "tab")
    tab.id ||= "tab-" + tab.getAttribute("href")!.slice(1)
    tab.setAttribute("aria-controls", tab.getAttribute("href")!.slice(1))
    const panel = panelOf(tab)
    panel?.setAttribute("role", "tabpanel")
    panel?.setAttribute("aria-labelledby", tab.id)
  }
  select(initial ?? tabs[0]!)
}

/** Show the panel of this tab in place of its neighbours'. */
export function select(tab: HTMLElement, focus = false): void {
  const list = tab.closest<HTMLElement>("[role=tablist]")
  if (!list) return
  for (const other of all("[role=tab]", list)) {
    const on = other === tab
    other.setAttribute("aria-selected", String(on))
    other.tabIndex = on ? 0 : -1
    const panel = panelOf(other)
    if (panel) panel.hidden = !on
  }
  if (focus) tab.focus()
  reveal(list, tab)
}

/** Scroll the list, and nothing else, so that the tab is in its view. */
export function reveal(list: HTMLElement, tab: HTMLElement): void {
  const box = list.getBoundingClientRect()
  const own = tab.getBoundingClientRect()
  if (own.left < box.left || own.right > box.right) list.scrollLeft += own.left - box.left - (box.width - own.width) / 2
  if (own.top < box.top || own.bottom > box.bottom) list.scrollTop += own.top - box.top - (box.height - own.height) / 2
}

/** Clicks and arrow keys, for every tab list of the page, now and later. */
export function wireTabs(): void {
  document.addEventListener("click", event => {
    const tab = (event.target as Element).closest<HTMLElement>("[role=tab]")
    if (!tab) return
    event.preventDefault()
    select(tab)
  })
  document.addEventListener("keydown", event => {
    const tab = (event.target as Element).closest?.<HTMLElement>("[role=tab]")
    if (!tab || event.ctrlKey || event.altKey || event.metaKey) return
    const to = neighbour(tab, event.key)
    if (event.key === " ") select(tab)
    else if (to) select(to, true)
    else return
    event.preventDefault()
  })
}

function neighbour(tab: HTMLElement, key: string): HTMLElement | undefined {
  const tabs = all("[role=tab]", tab.closest("[role=tablist]")!)
  if (key === "Home") return tabs[0]
  if (key === "End") return tabs.at(-1)
  const step = STEPS[key]
  return step ? tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length] : undefined
}

/** Make tabs of the cases in a results panel, the first that failed in front. */
export function showCases(box: ParentNode): void {
  const list = maybe(".cases", box)
  if (list) makeTabs(list, maybe(".case.fail", list))
}
