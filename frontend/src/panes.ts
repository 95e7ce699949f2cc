// Dividers that move by pointer and by arrow keys; sizes are kept as per cent.
import {all, keep, recall} from "./dom"

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
    const rounded = Math.round(Math.min(most, Math.max(least, size)))
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
    const step = STEPS[event.key]
    if (step) set(Number(divider.ariaValueNow) + step)
    else if (event.key === "Home") set(least)
    else if (event.key === "End") set(most)
    else return
    event.preventDefault()
  }
}
