import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { makeTemporaryFolder } from '../../scripts/temporary-folder.mjs'
import type { MailboxPlace } from '../../server/src/platform/mail/mail-urls.ts'
import { freePort, untilReached } from '../support/ports.ts'

/** A running Dovecot, and the authorization server whose access tokens it accepts. */
export interface Dovecot {
  /** A mailbox with a password. */
  placeOf(user: string): MailboxPlace
  readonly tokenUrl: string
  /** How many access tokens were made. */
  readonly tokens: () => number
  /** Stores an email in an inbox, as a mail server does. */
  store(user: string, raw: Buffer): void
  /** The subjects of the emails in a folder of a mailbox. */
  list(user: string, folder: string): string[]
  /** Moves all emails of a folder back into the inbox. */
  moveBack(user: string, folder: string): void
  stop(): Promise<void>
}

const password = 'of-every-mailbox'
export const clientSecret = 'of-every-client'

const nobody = 65_534

/** Starts Dovecot on loopback, with any user. */
export async function startDovecot(): Promise<Dovecot> {
  const { folder, remove } = makeTemporaryFolder('dovecot')
  chmodSync(folder, 0o755)
  const port = await freePort()
  const file = join(folder, 'dovecot.conf')
  const made = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'certificate.pem')]
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=127.0.0.1', '-days', '1']
  execFileSync('openssl', [...request, ...made], { stdio: 'ignore' })
  const authorization = await startAuthorization()
  for (const name of ['run', 'state', 'mail']) mkdirSync(join(folder, name), { mode: 0o777 })
  chmodSync(join(folder, 'mail'), 0o777)
  writeFileSync(join(folder, 'oauth2'), tokenSettings(authorization.port))
  writeFileSync(file, configuration(folder, port))
  const child = spawn('/usr/sbin/dovecot', ['-F', '-c', file], { stdio: 'ignore' })
  const gone = once(child, 'exit')
  const failed = gone.then(() => Promise.reject(new Error(`Dovecot didn’t start: ${file}`)))
  await Promise.race([untilReached(port), failed])
  failed.catch(() => {})
  const doveadm = (user: string, command: string, args: readonly string[]) =>
    execFileSync('/usr/bin/doveadm', ['-c', file, command, '-u', user, ...args])
  let stored = 0
  return {
    placeOf: (user) => ({
      kind: 'mailbox',
      host: '127.0.0.1',
      port,
      tls: 'unverified',
      user,
      password,
      server: 'mx.example.com',
    }),
    tokenUrl: `http://127.0.0.1:${authorization.port}/token`,
    tokens: authorization.made,
    store(user, raw) {
      const mailbox = join(folder, 'mail', user)
      const folders = ['', 'tmp', 'new', 'cur'].map((name) => join(mailbox, name))
      for (const each of folders) if (!existsSync(each)) mkdirSync(each)
      stored += 1
      const email = join(mailbox, 'new', `${1_000_000_000 + stored}.P1.mail`)
      writeFileSync(email, raw)
      for (const each of [...folders, email]) chownSync(each, nobody, nobody)
    },
    list: (user, name) =>
      doveadm(user, 'fetch', ['hdr.subject', 'mailbox', name])
        .toString()
        .split('\n')
        .flatMap((line) => /^hdr\.subject: (.*)$/.exec(line)?.[1] ?? []),
    moveBack: (user, name) => void doveadm(user, 'move', ['INBOX', 'mailbox', name, 'all']),
    async stop() {
      child.kill()
      await gone
      await authorization.stop()
      await remove()
    },
  }
}

/** An authorization server that gives every client with the secret a token, which stands for the client's name. */
async function startAuthorization() {
  let made = 0
  const server = createServer(async (request, response) => {
    const fields = new URLSearchParams(await text(request))
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (request.url !== '/token') return answer(200, { active: true, username: fields.get('token')?.slice(6) })
    if (fields.get('client_secret') !== clientSecret)
      return answer(401, { error: 'invalid_client', error_description: 'The client secret is wrong.' })
    made += 1
    return answer(200, { access_token: `token-${fields.get('client_id')}`, token_type: 'Bearer', expires_in: 3600 })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { port, made: () => made, stop: () => new Promise<unknown>((resolve) => server.close(resolve)) }
}

function tokenSettings(port: number): string {
  return `introspection_mode = post
introspection_url = http://127.0.0.1:${port}/introspect
active_attribute = active
active_value = true
username_attribute = username
`
}

function configuration(folder: string, port: number): string {
  return `base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
protocols = imap
listen = 127.0.0.1
ssl = required
ssl_cert = <${folder}/certificate.pem
ssl_key = <${folder}/key.pem
mail_location = maildir:${folder}/mail/%u
auth_mechanisms = plain login xoauth2
service imap-login {
  chroot =
  inet_listener imap {
    port = 0
  }
  inet_listener imaps {
    port = ${port}
    ssl = yes
  }
}
service anvil {
  chroot =
}
service stats {
  chroot =
}
passdb {
  driver = oauth2
  mechanisms = xoauth2
  args = ${folder}/oauth2
}
passdb {
  driver = static
  mechanisms = plain login
  args = password=${password}
}
userdb {
  driver = static
  args = uid=nobody gid=nogroup home=${folder}/mail/%u allow_all_users=yes
}
namespace inbox {
  inbox = yes
  prefix = INBOX.
  separator = .
}
`
}
