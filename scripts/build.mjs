import { join } from 'node:path'
import { buildBrowserPart } from './browser-part.mjs'
import { install } from './install.mjs'
import { Advice, root, run, runMain, say, tail } from './processes.mjs'

await runMain(async () => {
  const node = await install('all')
  const remarks = await buildBrowserPart(node)
  if (remarks) say(remarks)
  const { code, output } = await run(node, [join(root, 'scripts/server-part.mjs')])
  if (code !== 0)
    throw new Advice(`The server could not be bundled.\n${tail(output)}\nMend what it names, then try again.`)
})
