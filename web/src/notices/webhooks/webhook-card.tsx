import { webhookEndpoints as endpoints } from '@check-requests/domain/notices/webhooks/endpoints.ts'
import { webhookEvents, webhookFormats } from '@check-requests/domain/notices/webhooks/events.ts'
import type { WebhookReply } from '@check-requests/domain/notices/webhooks/fields.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { lazy } from 'react'
import { formatMoment } from '#check-requests/list/moments.ts'
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
const RotateDialog = lazy(async () => ({
  default: (await import('#notices/webhooks/webhook-dialogs.tsx')).RotateDialog,
}))
const DeliveriesDialog = lazy(async () => ({
  default: (await import('#notices/webhooks/webhook-dialogs.tsx')).DeliveriesDialog,
}))

const refreshes = ['organisation'] as const
const ending = { done: 'Webhook removed', failed: 'Couldn’t remove this webhook', refreshes }
const resuming = { done: 'Webhook switched on', failed: 'Couldn’t switch on this webhook', refreshes }
const testing = { done: 'Test sent', failed: 'Couldn’t test this webhook', refreshes }

/** The webhooks of a dealer group. */
export function WebhookCard() {
  const queryFn = read(useApi(), endpoints.list, {})
  const { data } = useQuery({ queryKey: ['organisation', 'webhooks'], queryFn, ...listFreshness })
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
        {data.map((webhook) => (
          <WebhookRow
            key={webhook.id}
            webhook={webhook}
            onRotate={rotate.openFor}
            onDeliveries={deliveries.openFor}
            onEnd={end.openFor}
          />
        ))}
      </ul>
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
  const formatLabel = webhookFormats.find((row) => row.name === format)?.label ?? format
  const labels = webhookEvents.filter((row) => events.includes(row.name)).map(({ label }) => label)
  return (
    <li className="grid gap-2 py-2.5 first:pt-0">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{markHidden(name)}</p>
        <p className="wrap-anywhere text-ink-soft">{`${formatLabel} · ${origin}`}</p>
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
        <Button
          variant="secondary"
          aria-label={`Test ${name}`}
          pending={test.isPending}
          onClick={() => test.mutate({ params: { id } })}
        >
          Test
        </Button>
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
