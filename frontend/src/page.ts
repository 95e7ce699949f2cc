// Every page but a problem's own: the theme's button, and the cases of a submission as tabs.
import {one} from "./dom.ts"
import {showCases, wireTabs} from "./tabs.ts"
import {wireTheme} from "./theme.ts"

wireTheme()
wireTabs()
showCases(one("main"))
