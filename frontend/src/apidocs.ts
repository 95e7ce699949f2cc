// Shows the OpenAPI description with Swagger UI, which the page loads before this.
import {one} from "./dom"

interface SwaggerOptions {
  url: string
  domNode: Element
  deepLinking: boolean
  validatorUrl: null
}
declare const SwaggerUIBundle: (options: SwaggerOptions) => unknown

const place = one("#swagger")
SwaggerUIBundle({url: place.dataset.url!, domNode: place, deepLinking: false, validatorUrl: null})
