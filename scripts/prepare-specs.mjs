import { buildBrowserPart, isBrowserPartStale } from './browser-part.mjs'
import { keepTemporaryFoldersTogether } from './temporary-folder.mjs'

/** Playwright's global set-up: what the specs open is built from the sources as they are now. */
export default async function prepareSpecs() {
  if (isBrowserPartStale()) await buildBrowserPart(process.execPath)
  return keepTemporaryFoldersTogether()
}
