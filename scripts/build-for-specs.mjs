import { buildBrowserPart, isBrowserPartStale } from './browser-part.mjs'

/** Playwright's global set-up: what the specs open is built from the sources as they are now. */
export default async function buildForSpecs() {
  if (isBrowserPartStale()) await buildBrowserPart(process.execPath)
}
