import { buildBrowserPart } from './browser-part.mjs'
import { runMain, say } from './processes.mjs'

await runMain(async () => {
  const remarks = await buildBrowserPart(process.execPath)
  if (remarks) say(remarks)
})
