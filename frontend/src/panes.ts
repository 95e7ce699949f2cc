// Dividers that move by pointer and by arrow keys; sizes are kept as per cent.
import {all, keep, recall} from "./dom.ts"

const STEPS: Record<string, number> = {ArrowLeft: -2, ArrowUp: -2, ArrowRight: 2, ArrowDown: 2}

export function wireDividers(): void {
  for (const divider of all(".split")) wire(divider)
}

function wire(divider: HTMLElement): void {
  const vertical = divider.classList.contains("v")
  const name = divider.dataset.var!
  const start = Number(divider.ariaValueNow)
  const least = Number(divider.ariaValueMin)
  const most = Number(divider.ariaValueMax)
  const set = (size: number) => {
    const rounded = bound(size, least, most)
    document.documentElement.style.setProperty(name, rounded + "%")
    divider.ariaValueNow = String(rounded)
    keep("split" + name, String(rounded))
  }
  divider.ariaValueNow = recall("split" + name) ?? String(start)
  divider.onpointerdown = event => {
    divider.setPointerCapture(event.pointerId)
    divider.classList.add("drag")
    event.preventDefault()
  }
  divider.onpointermove = event => {
    if (!divider.hasPointerCapture(event.pointerId)) return
    const box = divider.parentElement!.getBoundingClientRect()
    set(100 * (vertical ? (event.clientX - box.left) / box.width : (event.clientY - box.top) / box.height))
  }
  divider.onpointerup = () => divider.classList.remove("drag")
  divider.ondblclick = () => set(start)
  divider.onkeydown = event => {
    const size = resize(event.key, Number(divider.ariaValueNow), least, most)
    if (size === undefined) return
    set(size)
    event.preventDefault()
  }
}

/** The size in per cent that a key asks for, which may lie beyond the bounds; undefined for other keys. */
export function resize(key: string, size: number, least: number, most: number): number | undefined {
  if (key === "Home") return least
  if (key === "End") return most
  const step = STEPS[key]
  return step && size + step
}

/** A size inside its bounds, in whole per cent. */
export function bound(size: number, least: number, most: number): number {
  return Math.round(Math.min(most, Math.max(least, size)))
}
