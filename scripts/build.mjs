import { join } from 'node:path'
import { buildBrowserPart } from './browser-part.mjs'
import { install } from './install.mjs'
import { Advice, root, run, runMain, say, tail } from './processes.mjs'

await runMain(async () => {
  const node = await install('all')
  const remarks = await buildBrowserPart(node)
  if (remarks) say(remarks)
  const { code, output } = await run(node, [join(root, 'scripts/server-part.mjs')])
  if (code !== 0) throw new Advice(`Couldn’t bundle the server.\n${tail(output)}\nFix these errors and try again.`)
})
