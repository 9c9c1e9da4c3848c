import type { WebhookFormat } from '@check-requests/domain/notices/webhooks/events.ts'
import type { Generated } from 'kysely'
import type { Moment } from '../../platform/clock.ts'

/** A webhook of a dealer group, or a user's own chat. The URL and the secrets are encrypted. */
export interface WebhookTable {
  id: Generated<number>
  version: Generated<number>
  dealer_group_id: number
  /** The user whose notices this chat gets. Null for webhooks, which get events. */
  user_id: number | null
  name: string
  sealed_url: string
  /** The beginning of the URL, which is shown. */
  origin: string
  format: WebhookFormat
  /** Names of events, with commas. Empty for a user's own chat. */
  events: string
  sealed_secret: string
  /** The secret from before the last rotation, with which calls are also signed for a day. */
  sealed_old_secret: string | null
  old_secret_until: Moment | null
  state: 'waiting' | 'active' | 'off' | 'ended'
  off_reason: string | null
  created_by_id: number
  created_by_name: string
  created_at: Moment
}

/** A call to make, or its outcome. */
export interface WebhookDeliveryTable {
  id: Generated<number>
  dealer_group_id: number
  webhook_id: number
  /** The same for every attempt and for calls that are sent again. */
  message_id: string
  event: string
  check_request_id: number | null
  body: string
  created_at: Moment
  due_at: Moment
  attempts: Generated<number>
  /** The run that is making the call. Null if there is none. */
  leased_by: string | null
  leased_until: Moment | null
  outcome: 'delivered' | 'failed' | null
  answer: string | null
  ended_at: Moment | null
}

export interface WebhookTables {
  webhooks: WebhookTable
  webhook_deliveries: WebhookDeliveryTable
}
