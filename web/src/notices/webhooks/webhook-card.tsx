import { webhookEndpoints as endpoints } from '@check-requests/domain/notices/webhooks/endpoints.ts'
import { webhookEvents, webhookFormats } from '@check-requests/domain/notices/webhooks/events.ts'
import type { DeliveryReply, OwnChatReply, WebhookReply } from '@check-requests/domain/notices/webhooks/fields.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { lazy } from 'react'
import { ConnectionSwitch } from '#access/tokens/token-card.tsx'
import { formatMoment } from '#check-requests/list/moments.ts'
import { useDealerGroups } from '#organization/api.ts'
import { useApi } from '#platform/api-context.tsx'
import { listFreshness, read } from '#platform/query-client.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'
import { type DialogFor, useDialogFor } from '#ui/overlay/open-dialog.tsx'

const WebhookDialog = lazy(async () => ({
  default: (await import('#notices/webhooks/webhook-dialogs.tsx')).WebhookDialog,
}))
const ChatDialog = lazy(async () => ({
  default: (await import('#notices/webhooks/webhook-dialogs.tsx')).ChatDialog,
}))
const RotateDialog = lazy(async () => ({
  default: (await import('#notices/webhooks/webhook-dialogs.tsx')).RotateDialog,
}))
const DeliveriesDialog = lazy(async () => ({
  default: (await import('#notices/webhooks/webhook-dialogs.tsx')).DeliveriesDialog,
}))

const refreshes = ['organisation'] as const
const ending = { done: 'Webhook removed', failed: 'Couldn’t remove this webhook', refreshes }
const resuming = { done: 'Webhook switched on', failed: 'Couldn’t switch on this webhook', refreshes }
const resumingChat = { done: 'Chat switched on', failed: 'Couldn’t switch on your chat', refreshes }
const endingChat = { done: 'Chat removed', failed: 'Couldn’t remove your chat', refreshes }
const testing = { done: 'Test sent', failed: 'Couldn’t test this webhook', refreshes }

/** The webhooks of a dealer group. */
export function WebhookCard() {
  const queryFn = read(useApi(), endpoints.list, {})
  const { data } = useQuery({ queryKey: ['organisation', 'webhooks'], queryFn, ...listFreshness })
  const { data: groups = [] } = useDealerGroups()
  const create = useDialogFor<null>(WebhookDialog)
  const rotate = useDialogFor<WebhookReply>(RotateDialog)
  const deliveries = useDialogFor<WebhookReply>(DeliveriesDialog)
  const end = useDialogFor<WebhookReply>(EndWebhook)
  if (!data) return null
  return (
    <Card
      title="Webhooks and Chat"
      description="Programs and chats get messages about check requests and bank exceptions, without amounts. A second admin confirms each one."
      actions={
        <Button variant="secondary" onClick={() => create.openFor(null)}>
          <Plus aria-hidden className="size-4" />
          Add Webhook
        </Button>
      }
    >
      {data.length === 0 && <p className="text-ink-soft">No webhooks yet.</p>}
      <ul aria-label="Webhooks" className="grid divide-y divide-line">
        {data.map((webhook) =>
          webhook.is_personal ? (
            <ChatOfUser key={webhook.id} chat={webhook} onEnd={end.openFor} />
          ) : (
            <WebhookRow
              key={webhook.id}
              webhook={webhook}
              onRotate={rotate.openFor}
              onDeliveries={deliveries.openFor}
              onEnd={end.openFor}
            />
          ),
        )}
      </ul>
      {groups.map((group) => (
        <ConnectionSwitch
          key={group.id}
          group={group}
          of="personal_chats"
          what="Personal Chats"
          does="have their notices sent to a chat"
        />
      ))}
      {create.dialog}
      {rotate.dialog}
      {deliveries.dialog}
      {end.dialog}
    </Card>
  )
}

interface WebhookRowProps {
  webhook: WebhookReply
  onRotate(webhook: WebhookReply): void
  onDeliveries(webhook: WebhookReply): void
  onEnd(webhook: WebhookReply): void
}

function WebhookRow({ webhook, onRotate, onDeliveries, onEnd }: WebhookRowProps) {
  const { id, name, origin, format, events, state } = webhook
  const test = useWriteWithNotices(endpoints.test, testing)
  const resume = useWriteWithNotices(endpoints.resume, resuming)
  const labels = webhookEvents.filter((row) => events.includes(row.name)).map(({ label }) => label)
  return (
    <li className="grid gap-2 py-2.5 first:pt-0">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{markHidden(name)}</p>
        <p className="wrap-anywhere text-ink-soft">{`${labelOf(format)} · ${origin}`}</p>
        <p className="text-ink-soft">{`${labels.join('. ')}.`}</p>
        <p className={state === 'off' ? 'text-danger' : 'text-ink-soft'}>{markHidden(stateInWords(webhook))}</p>
        {test.data && (
          <p
            role="status"
            className={test.data.outcome === 'delivered' ? 'wrap-anywhere' : 'wrap-anywhere text-danger'}
          >
            {`Answer: ${test.data.answer}`}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {state === 'off' && (
          <Button
            variant="secondary"
            aria-label={`Switch On ${name}`}
            pending={resume.isPending}
            onClick={() => resume.mutate({ params: { id } })}
          >
            Switch On
          </Button>
        )}
        {state !== 'waiting' && (
          <Button
            variant="secondary"
            aria-label={`Test ${name}`}
            pending={test.isPending}
            onClick={() => test.mutate({ params: { id } })}
          >
            Test
          </Button>
        )}
        <Button variant="secondary" aria-label={`Deliveries of ${name}`} onClick={() => onDeliveries(webhook)}>
          Deliveries
        </Button>
        {format === 'standard' && (
          <Button variant="secondary" aria-label={`Replace Secret of ${name}`} onClick={() => onRotate(webhook)}>
            Replace Secret
          </Button>
        )}
        <Button variant="secondary" aria-label={`Remove ${name}`} onClick={() => onEnd(webhook)}>
          Remove
        </Button>
      </div>
    </li>
  )
}

interface ChatOfUserProps {
  chat: WebhookReply
  onEnd(chat: WebhookReply): void
}

/** A user's own chat, as an admin sees it. */
function ChatOfUser({ chat, onEnd }: ChatOfUserProps) {
  const { name, origin, format } = chat
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5 first:pt-0">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium wrap-anywhere">{markHidden(name)}</p>
        <p className="wrap-anywhere text-ink-soft">{`${labelOf(format)} · ${origin} · notices of this user`}</p>
        <p className="text-ink-soft">{markHidden(stateInWords(chat))}</p>
      </div>
      <Button variant="secondary" aria-label={`Remove ${name}`} onClick={() => onEnd(chat)}>
        Remove
      </Button>
    </li>
  )
}

/** The user's own chat. Shown only if the dealer group allows it, or if there is one. */
export function OwnChat() {
  const queryFn = read(useApi(), endpoints.ownChat, {})
  const { data } = useQuery({ queryKey: ['organisation', 'own-chat'], queryFn, ...listFreshness })
  const add = useDialogFor<null>(ChatDialog)
  if (!data?.chat && !data?.is_allowed) return null
  return (
    <Card
      title="Chat"
      description="Slack, Microsoft Teams, or Google Chat gets the notices in your inbox, with a link, but without notes and comments."
      actions={
        !data.chat && (
          <Button variant="secondary" onClick={() => add.openFor(null)}>
            <Plus aria-hidden className="size-4" />
            Add Chat
          </Button>
        )
      }
    >
      {data.chat ? (
        <OwnChatRow chat={data.chat} last={data.last} />
      ) : (
        <p className="text-ink-soft">You have no chat.</p>
      )}
      {add.dialog}
    </Card>
  )
}

function OwnChatRow({ chat, last }: { chat: WebhookReply; last: OwnChatReply['last'] }) {
  const test = useWriteWithNotices(endpoints.testOwnChat, { ...testing, failed: 'Couldn’t test your chat' })
  const resume = useWriteWithNotices(endpoints.resumeOwnChat, resumingChat)
  const end = useWriteWithNotices(endpoints.removeOwnChat, endingChat)
  const { state, format, origin } = chat
  return (
    <div className="grid gap-2">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{`${labelOf(format)} · ${origin}`}</p>
        <p className={state === 'off' ? 'text-danger' : 'text-ink-soft'}>{markHidden(stateInWords(chat))}</p>
        {last && (
          <p role="status" className={last.outcome === 'failed' ? 'wrap-anywhere text-danger' : 'wrap-anywhere'}>
            {markHidden(lastInWords(last))}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {state === 'off' && (
          <Button variant="secondary" pending={resume.isPending} onClick={() => resume.mutate({})}>
            Switch On Chat
          </Button>
        )}
        <Button variant="secondary" pending={test.isPending} onClick={() => test.mutate({})}>
          Test Chat
        </Button>
        <Button variant="secondary" pending={end.isPending} onClick={() => end.mutate({})}>
          Remove Chat
        </Button>
      </div>
    </div>
  )
}

function lastInWords({ outcome, answer, created_at }: DeliveryReply): string {
  const at = formatMoment(created_at)
  if (outcome === 'delivered') return `The last message, from ${at}, was delivered.`
  return `The last message, from ${at}, ${outcome === 'failed' ? 'wasn’t' : 'isn’t yet'} delivered. ${answer ?? ''}`.trim()
}

function labelOf(format: WebhookReply['format']): string {
  return webhookFormats.find(({ name }) => name === format)?.label ?? format
}

function stateInWords({ state, off_reason, created_by, created_at, pending }: WebhookReply): string {
  if (state === 'waiting')
    return `Added by ${created_by.name} on ${formatMoment(created_at)}. Pending until a second admin confirms it.`
  if (state === 'off') return `Switched off. ${off_reason ?? ''}`
  return pending === 0 ? 'Active.' : `Active. Calls waiting: ${pending}.`
}

function EndWebhook({ subject: { id, name }, open, onOpenChange }: DialogFor<WebhookReply>) {
  const end = useWriteWithNotices(endpoints.end, ending, { onSuccess: () => onOpenChange(false) })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Remove ${markHidden(name)}?`}
      text="Its pending calls aren’t sent."
      confirmLabel="Remove Webhook"
      pending={end.isPending}
      error={end.error?.message}
      onConfirm={() => end.mutate({ params: { id } })}
    />
  )
}
