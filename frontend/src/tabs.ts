// Lists of links to fragments become tab lists: one panel at a time, arrow keys, one stop for the Tab key.
import {all, maybe} from "./dom.ts"

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
  return tabs[moveTo(key, tabs.indexOf(tab), tabs.length) ?? -1]
}

/** The index that a key leads to from `index` among `count` tabs, round at the ends; undefined for other keys. */
export function moveTo(key: string, index: number, count: number): number | undefined {
  if (key === "Home") return 0
  if (key === "End") return count - 1
  const step = STEPS[key]
  return step && (index + step + count) % count
}

/** Make tabs of the cases in a results panel; in front the one that was picked, else the first that failed. */
export function showCases(box: ParentNode, picked?: string): void {
  const list = maybe(".cases", box)
  if (!list) return
  const cases = all("a.case", list)
  const failed = cases.map(each => each.classList.contains("fail"))
  const index = picked === undefined ? -1 : cases.findIndex(each => each.dataset.index === picked)
  makeTabs(list, cases[chooseCase(failed, index)])
}

/** The index of the case to open: what the student picked (-1 for nothing), else the first that failed, else the first. */
export function chooseCase(failed: readonly boolean[], picked: number): number {
  return picked >= 0 ? picked : Math.max(0, failed.indexOf(true))
}
