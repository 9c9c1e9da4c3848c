import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { databases } from '../../server/src/testing/databases.ts'
import { serve } from '../../server/src/testing/start-app.ts'
import { freePort, untilReached } from '../support/ports.ts'

const builds = ['before', 'after']

test('returns scripts of both versions, whichever server receives the request first', async () => {
  const apps = await Promise.all(builds.map(serveBuild))
  const ports = apps.map(({ app }) => (app.server.address() as AddressInfo).port)
  const balancer = await startHaproxy(ports)
  for (const build of builds)
    for (let time = 0; time < 20; time += 1) {
      const reply = await fetch(`${balancer}/assets/${build}.js`)
      expect([reply.status, await reply.text()]).toEqual([200, `'${build}'`])
    }
  expect((await fetch(`${balancer}/assets/never.js`)).status).toBe(404)
})

/** A server with the browser files of one version. */
async function serveBuild(build: string) {
  const browserFolder = mkdtempSync(join(tmpdir(), 'build-'))
  mkdirSync(join(browserFolder, 'assets'))
  writeFileSync(join(browserFolder, 'index.html'), `<script src="/assets/${build}.js"></script>`)
  writeFileSync(join(browserFolder, 'assets', `${build}.js`), `'${build}'`)
  const [sqlite] = databases as [(typeof databases)[number]]
  const app = await serve(await sqlite.open('empty'), { browserFolder })
  onTestFinished(() => app.close())
  await app.app.listen({ host: '127.0.0.1', port: 0 })
  return app
}

async function startHaproxy(ports: readonly number[]) {
  const port = await freePort()
  const servers = ports.map((own, index) => `  server app${index + 1} 127.0.0.1:${own}`).join('\n')
  const file = join(mkdtempSync(join(tmpdir(), 'haproxy-')), 'haproxy.cfg')
  writeFileSync(
    file,
    `defaults
  mode http
  timeout connect 3s
  timeout client 10s
  timeout server 10s
  balance roundrobin
frontend everyone
  bind 127.0.0.1:${port}
  use_backend assets if { path_beg /assets/ }
  default_backend app
backend app
${servers}
backend assets
  option redispatch 1
  retry-on conn-failure 404
${servers}
`,
  )
  const child = spawn('/usr/sbin/haproxy', ['-db', '-q', '-f', file], { stdio: 'ignore' })
  onTestFinished(async () => {
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  })
  await untilReached(port)
  return `http://127.0.0.1:${port}`
}
