import type { DatabaseKind } from '../../server/src/testing/databases.ts'
import { type Inbox, inbox, openInbox } from '../../server/src/testing/incoming-mail.ts'
import { type MailServer, startMailServer } from '../../server/src/testing/mail-server.ts'
import { mailAt, mailOrigin } from '../../server/src/testing/mail-world.ts'
import { Receiver } from '../../server/src/testing/webhook-receiver.ts'
import type { World } from '../../server/src/testing/world.ts'
import { openWorld } from '../support/open-world.ts'

/** A server and everything that it exchanges data with. */
export interface Surroundings extends Pick<Inbox, 'deliver'> {
  readonly world: World
  /** SQLite's data folder or PostgreSQL's URL. */
  readonly where: string
  readonly mails: MailServer
  /** Takes all calls of webhooks. */
  readonly receiver: Receiver
  /** Answers that it wants no more calls. */
  readonly leaver: Receiver
  /** Errors while emails were received. */
  readonly errors: unknown[]
  close(): Promise<void>
}

const outward = { allowedNetworks: ['127.0.0.1/32'], chatHosts: ['127.0.0.1'] }

export async function openSurroundings(kind: DatabaseKind): Promise<Surroundings> {
  const [mails, receiver, leaver] = await Promise.all([startMailServer(), Receiver.start(), Receiver.start()])
  leaver.answer = () => 410
  const config = { ...mailAt(mails.port), ...outward, inbox, publicUrl: new URL(mailOrigin) }
  const { where, ...world } = await openWorld(kind, config)
  const errors: unknown[] = []
  const { deliver, stop } = await openInbox(world.services, errors)
  return {
    world,
    where,
    mails,
    receiver,
    leaver,
    errors,
    deliver,
    async close() {
      await stop()
      await world.close()
      for (const one of [receiver, leaver]) one.close()
      await mails.stop()
    },
  }
}
