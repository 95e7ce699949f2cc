// Finding elements, and storage that may be closed.

/** The first element that matches; it must be there. */
export function one<T extends Element = HTMLElement>(query: string, from: ParentNode = document): T {
  const found = from.querySelector<T>(query)
  if (!found) throw new Error(`The page has no ${query}`)
  return found
}

/** The first element that matches, if any. */
export function maybe<T extends Element = HTMLElement>(query: string, from: ParentNode = document): T | null {
  return from.querySelector<T>(query)
}

/** Every element that matches. */
export function all<T extends Element = HTMLElement>(query: string, from: ParentNode = document): T[] {
  return [...from.querySelectorAll<T>(query)]
}

/** What was kept under this name, or null (also where storage is closed). */
export function recall(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

/** Keep a value, or forget it with null; whether that worked. */
export function keep(name: string, value: string | null): boolean {
  try {
    if (value === null) localStorage.removeItem(name)
    else localStorage.setItem(name, value)
    return true
  } catch {
    return false
  }
}

/** Say something to screen readers, once. */
export function announce(text: string): void {
  const live = maybe("#live")
  if (live) live.textContent = text.trim().replace(/\s+/g, " ")
}
