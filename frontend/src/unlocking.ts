// The editorial's tab comes once the problem is solved, without loading the page anew.
import {maybe, one} from "./dom.ts"
import {makeTabs} from "./tabs.ts"

/** Take the editorial over from newer parts of this page, where it is there and was not before. */
export function unlockEditorial(fresh: Document): void {
  const text = maybe("#editorial", fresh)
  const link = maybe(".tabs a[href='#editorial']", fresh)
  if (!text || !link || maybe("#editorial")) return
  const list = one(".read .tabs")
  const chosen = maybe("[aria-selected=true]", list)
  one("#submissions").before(text)
  one("a[href='#submissions']", list).before(link)
  makeTabs(list, chosen)
}
