import { mailPasswordLinks } from '../access/sessions/commands/password-links.ts'
import type { Config } from '../config.ts'
import { sendMails } from '../notices/mail/commands/send.ts'
import type { AppDatabase } from '../tables.ts'
import type { DatabaseKind, TestPlace } from './databases.ts'
import { type MailServer, startMailServer } from './mail-server.ts'
import { emailOf, type PersonName } from './organization.ts'
import { serve } from './start-app.ts'
import { idsOf, type World, worldOf } from './world.ts'

/** The app with the test organization, and the mail server that it uses. */
export interface MailWorld extends World {
  readonly place: TestPlace
  readonly server: MailServer
  /** Sends all emails that are due. */
  send(): Promise<void>
  /** A user's emails, oldest first. */
  mailsTo(name: PersonName): MailServer['taken']
}

export const mailOrigin = 'https://checks.example.com'

/** Starts the app and its mail server. The mail server is stopped with the app. */
export async function startMailWorld(
  kind: DatabaseKind,
  settings: Partial<Config> = {},
  browserFolder = '',
): Promise<MailWorld> {
  const server = await startMailServer()
  const place = await kind.create('world')
  const database = await place.open()
  const config = { ...mailAt(server.port), publicUrl: new URL(mailOrigin), ...settings }
  const world = worldOf(await serve(database, { config, browserFolder }), database, await idsOf(database))
  return {
    ...world,
    place,
    server,
    async send() {
      await mailPasswordLinks(world.services)
      await sendMails(world.services)
    },
    mailsTo: (name) => server.takenBy(emailOf(name)),
    close: async () => {
      await world.close()
      await place.drop()
      await server.stop()
    },
  }
}

/**
 * Starts a second instance on the same database. SQLite allows only one process, so there both instances share the
 * connection.
 */
export async function secondInstance(world: MailWorld, kind: DatabaseKind): Promise<AppDatabase> {
  return kind.name === 'SQLite' ? world.database : world.place.open()
}

/** The settings for a mail server on this machine. */
export function mailAt(port: number) {
  const place = { host: '127.0.0.1', port, tls: 'unverified', secure: false, login: undefined } as const
  return { mail: { place, from: 'Check Requests <checks@example.com>' } }
}
