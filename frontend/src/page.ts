// Every page but a problem's own: the theme's button, and the cases of a submission as tabs.
import {one} from "./dom"
import {showCases, wireTabs} from "./tabs"
import {wireTheme} from "./theme"

wireTheme()
wireTabs()
showCases(one("main"))
