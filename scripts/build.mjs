import { buildBrowserPart } from './browser-part.mjs'
import { install } from './install.mjs'
import { runMain, say } from './processes.mjs'

await runMain(async () => {
  const remarks = await buildBrowserPart(await install('all'))
  if (remarks) say(remarks)
})
