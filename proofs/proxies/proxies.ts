import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { makeTemporaryFolder } from '../../scripts/temporary-folder.mjs'
import { freePort, untilReached } from '../support/ports.ts'

export const host = 'checks.example.com'

/** Loopback ports: for clients, for the server, and for plain HTTP. */
interface Ports {
  readonly outside: number
  readonly inside: number
  readonly plain: number
}

/** A real proxy with its sample configuration. */
export interface RunningProxy {
  readonly name: string
  readonly ports: Ports
  /** The certificate file that clients trust. */
  readonly certificate: string
  stop(): Promise<void>
}

type Start = (folder: string, ports: Ports) => readonly [program: string, ...args: string[]]

const certificateIn = (folder: string) => ({ certificate: join(folder, 'pem'), key: join(folder, 'key') })

/** Replaces parts of a sample; throws if a part is missing. */
function replaced(sample: string, parts: Readonly<Record<string, string>>): string {
  return Object.entries(parts).reduce((text, [part, other]) => {
    if (!text.includes(part)) throw new Error(`The sample has no '${part}'.`)
    return text.replaceAll(part, other)
  }, sample)
}

const nginx: Start = (folder, { outside, inside, plain }) => {
  const { certificate, key } = certificateIn(folder)
  const site = replaced(readFileSync('deploy/proxies/nginx.conf', 'utf8'), {
    'listen 80;': `listen 127.0.0.1:${plain};`,
    '  listen [::]:80;\n': '',
    'listen 443 ': `listen 127.0.0.1:${outside} `,
    '  listen [::]:443 ssl http2;\n': '',
    '127.0.0.1:3000': `127.0.0.1:${inside}`,
    '/etc/ssl/private/checks.example.com.pem': certificate,
    '/etc/ssl/private/checks.example.com.key': key,
  })
  const file = join(folder, 'nginx.conf')
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/tmp;`)
  writeFileSync(
    file,
    `daemon off; pid ${folder}/pid; user root; error_log ${folder}/error.log;
events {}
http { access_log off; ${folders.join(' ')}
${site} }`,
  )
  return ['/usr/sbin/nginx', '-c', file]
}

const caddy: Start = (folder, { outside, inside, plain }) => {
  const { certificate, key } = certificateIn(folder)
  const site = replaced(readFileSync('deploy/proxies/Caddyfile', 'utf8'), {
    'checks.example.com {': `checks.example.com:${outside} {\n\tbind 127.0.0.1\n\ttls ${certificate} ${key}`,
    '127.0.0.1:3000': `127.0.0.1:${inside}`,
  })
  const options = `{\n\tadmin off\n\thttp_port ${plain}\n\thttps_port ${outside}\n\tstorage file_system ${folder}\n}\n`
  const file = join(folder, 'Caddyfile')
  writeFileSync(file, options + site)
  return ['/usr/bin/caddy', 'run', '--adapter', 'caddyfile', '--config', file]
}

export const proxies = { nginx, caddy }

export async function startProxy(name: keyof typeof proxies): Promise<RunningProxy> {
  const { folder, remove } = makeTemporaryFolder(name)
  const ports = { outside: await freePort(), inside: await freePort(), plain: await freePort() }
  const { certificate, key } = certificateIn(folder)
  const subject = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`]
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-keyout', key, '-out', certificate]
  execFileSync('openssl', [...made, ...subject], { stdio: 'ignore' })
  const [program, ...args] = proxies[name](folder, ports)
  const child = spawn(program, args, { stdio: 'ignore', env: { PATH: process.env.PATH, HOME: folder } })
  const gone = once(child, 'exit')
  await Promise.race([
    untilReached(ports.outside),
    gone.then(() => Promise.reject(new Error(`${name} exited: ${[program, ...args].join(' ')}`))),
    wait(20_000, undefined, { ref: false }).then(() => Promise.reject(new Error(`${name} doesn’t listen.`))),
  ])
  const stop = async () => {
    child.kill('SIGTERM')
    await gone
    await remove()
  }
  return { name, ports, certificate, stop }
}
