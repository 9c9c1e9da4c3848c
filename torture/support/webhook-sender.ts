import { webhookBody } from '@check-requests/domain/notices/webhooks/events.ts'
import { callReceiver, eventFor, sendWebhooks } from '../../server/src/notices/webhooks/commands/send.ts'
import { findWebhook, leaseDeliveries, releaseDelivery } from '../../server/src/notices/webhooks/queries/deliveries.ts'
import { openDatabase } from '../../server/src/open.ts'
import { moment } from '../../server/src/platform/clock.ts'
import { testsBegin } from '../../server/src/testing/clock.ts'
import { createTestServices } from '../../server/src/testing/test-services.ts'

// An instance that only sends webhooks, until it is killed. With FAULT=on, it records each call as delivered before it
// makes the call.

const { DATABASE_URL = '', DATA_DIR = '', AUDIT_MAC_KEY = '', BEGAN = '', FAULT } = process.env
// The clock is thirty times as fast, so that a killed instance's leases end after four seconds.
const clock = () => testsBegin + 30 * (Date.now() - Number(BEGAN))
const database = await openDatabase({ dataDir: '', databaseUrl: DATABASE_URL, macKeyFile: AUDIT_MAC_KEY })
const settings = { dataDir: DATA_DIR, allowedNetworks: ['127.0.0.1/32'] }
const services = { ...createTestServices(database, settings), clock }
// As the product's job runner does, an instance logs that its database can't be reached, and goes on.
for (;;) {
  await (FAULT === 'on' ? recordEarly() : sendWebhooks(services)).catch(console.error)
  await new Promise((resolve) => setTimeout(resolve, 100))
}

async function recordEarly(): Promise<void> {
  const now = moment(clock())
  const lease = { holder: `early-${process.pid}`, now, until: moment(clock() + 120_000) }
  const calls = await database.transact((trx) => leaseDeliveries(trx, lease, 50))
  const ended = { attempts: 1, outcome: 'delivered' as const, ended_at: now }
  await database.transact(async (trx) => {
    for (const { id } of calls) await releaseDelivery(trx, id, lease.holder, ended)
  })
  for (const call of calls) {
    const webhook = await findWebhook(database.read, call.webhook_id)
    if (!webhook) continue
    const sent = eventFor(services, webhook, webhookBody.parse(JSON.parse(call.body)), call.check_request_id)
    await callReceiver(services, webhook, { id: call.message_id, sent })
  }
}
