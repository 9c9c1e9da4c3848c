import { webhookEndpoints as endpoints } from '@check-requests/domain/notices/webhooks/endpoints.ts'
import {
  chatFormats,
  type WebhookEvent,
  webhookEventNames,
  webhookEvents,
  webhookFormats,
} from '@check-requests/domain/notices/webhooks/events.ts'
import {
  addChatBody,
  createWebhookBody,
  type DeliveryReply,
  type WebhookReply,
} from '@check-requests/domain/notices/webhooks/fields.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { formatMoment } from '#check-requests/list/moments.ts'
import { useDealerGroups } from '#organization/api.ts'
import { useApi } from '#platform/api-context.tsx'
import { read } from '#platform/query-client.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Input } from '#ui/form/field.tsx'
import { Form, FormFailure, FormField, showServerErrors, useZodForm } from '#ui/form/form.tsx'
import { NativeSelect } from '#ui/form/native-select.tsx'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'
import { Dialog, DialogFooter } from '#ui/overlay/dialog.tsx'
import { FormDialog, FormDialogFooter } from '#ui/overlay/form-dialog.tsx'
import type { DialogFor } from '#ui/overlay/open-dialog.tsx'

const refreshes = ['organisation'] as const
const creating = { done: 'Webhook added', failed: 'Couldn’t add this webhook', refreshes }
const addingChat = { done: 'Chat added', failed: 'Couldn’t add your chat', refreshes }
const rotating = { done: 'Secret replaced', failed: 'Couldn’t replace the secret', refreshes }
const resending = { done: 'Sent again', failed: 'Couldn’t send this again', refreshes }

/** Adds a webhook, and then shows its signing secret once. */
export function WebhookDialog({ open, onOpenChange }: DialogFor<null>) {
  const [secret, setSecret] = useState<string>()
  const { dealer_group_id } = usePerson()
  const { data: groups = [] } = useDealerGroups()
  const form = useZodForm(createWebhookBody, {
    dealer_group_id: dealer_group_id ?? groups[0]?.id,
    name: '',
    url: '',
    format: 'standard',
    events: [...webhookEventNames],
  })
  const create = useWriteWithNotices(endpoints.create, creating, {
    onSuccess: (made) => (made.webhook.format === 'standard' ? setSecret(made.secret) : onOpenChange(false)),
    onError: ({ fields }) => void showServerErrors(form, fields),
  })
  if (secret !== undefined) return <SecretDialog secret={secret} open={open} onOpenChange={onOpenChange} />
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Add Webhook"
      description="Calls begin after a second admin confirms the webhook."
      dirty={form.formState.isDirty}
    >
      <Form form={form} className="grid gap-4" onSubmit={(body) => create.mutate({ body })}>
        {dealer_group_id === null && groups.length > 1 && (
          <FormField form={form} name="dealer_group_id" label="Dealer Group" required>
            {(field) => (
              <NativeSelect
                {...field}
                value={field.value ?? 0}
                className="w-full"
                options={groups.map((group) => ({ value: group.id, label: markHidden(group.name) }))}
                onChange={(id) => field.onChange(Number(id))}
              />
            )}
          </FormField>
        )}
        <FormField form={form} name="name" label="Name" required>
          {(field) => <Input {...field} autoComplete="off" />}
        </FormField>
        <FormField form={form} name="format" label="Format" required>
          {(field) => (
            <NativeSelect
              {...field}
              className="w-full"
              options={webhookFormats.map(({ name, label }) => ({ value: name, label }))}
            />
          )}
        </FormField>
        <FormField
          form={form}
          name="url"
          label="URL"
          required
          hint="It must begin with https:// and can’t be changed later. Afterwards, only its beginning is shown."
        >
          {(field) => <Input {...field} autoComplete="off" placeholder="https://hooks.example.com/checks" />}
        </FormField>
        <FormField form={form} name="events" label="Events" group required>
          {({ value, onChange }) => (
            <div className="grid gap-1.5">
              {webhookEvents.map(({ name, label }) => (
                <Checkbox
                  key={name}
                  label={label}
                  checked={value.includes(name)}
                  onChange={(checked) => onChange(withEvent(value, name, checked))}
                />
              ))}
            </div>
          )}
        </FormField>
        <FormFailure failure={create.error} />
        <FormDialogFooter>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" pending={create.isPending}>
            Add Webhook
          </Button>
        </FormDialogFooter>
      </Form>
    </FormDialog>
  )
}

/** Adds the user's own chat. */
export function ChatDialog({ open, onOpenChange }: DialogFor<null>) {
  const form = useZodForm(addChatBody, { format: 'slack', url: '' })
  const add = useWriteWithNotices(endpoints.addOwnChat, addingChat, {
    onSuccess: () => onOpenChange(false),
    onError: ({ fields }) => void showServerErrors(form, fields),
  })
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Add Chat"
      description="Everyone in the chat can read your notices. Choose one that only you can read."
      dirty={form.formState.isDirty}
    >
      <Form form={form} className="grid gap-4" onSubmit={(body) => add.mutate({ body })}>
        <FormField form={form} name="format" label="Chat" required>
          {(field) => (
            <NativeSelect
              {...field}
              className="w-full"
              options={chatFormats.map(({ name, label }) => ({ value: name, label }))}
            />
          )}
        </FormField>
        <FormField
          form={form}
          name="url"
          label="URL"
          required
          hint="The URL of an incoming webhook, which the chat shows. Afterwards, only its beginning is shown."
        >
          {(field) => <Input {...field} autoComplete="off" placeholder="https://hooks.slack.com/services/…" />}
        </FormField>
        <FormFailure failure={add.error} />
        <FormDialogFooter>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" pending={add.isPending}>
            Add Chat
          </Button>
        </FormDialogFooter>
      </Form>
    </FormDialog>
  )
}

function withEvent(events: readonly WebhookEvent[], name: WebhookEvent, isIn: boolean): WebhookEvent[] {
  return isIn ? [...events, name] : events.filter((one) => one !== name)
}

interface SecretDialogProps {
  secret: string
  open: boolean
  onOpenChange(open: boolean): void
}

function SecretDialog({ secret, open, onOpenChange }: SecretDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="md"
      title="Copy the Signing Secret"
      description="This is the only time that the secret is shown. The receiver verifies each call with it (Standard Webhooks)."
    >
      <code className="block rounded border border-line p-3 font-medium break-all select-all">{secret}</code>
      <DialogFooter>
        <Button variant="primary" onClick={() => onOpenChange(false)}>
          Done
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

/** Replaces a webhook's signing secret, and then shows the new one once. */
export function RotateDialog({ subject: { id, name }, open, onOpenChange }: DialogFor<WebhookReply>) {
  const [secret, setSecret] = useState<string>()
  const rotate = useWriteWithNotices(endpoints.rotate, rotating, { onSuccess: (made) => setSecret(made.secret) })
  if (secret !== undefined) return <SecretDialog secret={secret} open={open} onOpenChange={onOpenChange} />
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Replace the secret of ${markHidden(name)}?`}
      text="For 24 hours, calls are signed with both secrets, so that the receiver has time to switch."
      confirmLabel="Replace Secret"
      danger={false}
      pending={rotate.isPending}
      error={rotate.error?.message}
      onConfirm={() => rotate.mutate({ params: { id } })}
    />
  )
}

/** The latest deliveries of a webhook. */
export function DeliveriesDialog({ subject: { id, name, state }, open, onOpenChange }: DialogFor<WebhookReply>) {
  const queryFn = read(useApi(), endpoints.deliveries, { params: { id }, query: {} })
  const { data } = useQuery({ queryKey: ['organisation', 'webhook-deliveries', id], queryFn })
  const resend = useWriteWithNotices(endpoints.resend, resending)
  return (
    <Dialog open={open} onOpenChange={onOpenChange} size="lg" title={`Deliveries of ${markHidden(name)}`}>
      {data?.length === 0 && <p className="text-ink-soft">No deliveries yet.</p>}
      <ul aria-label="Deliveries" className="grid divide-y divide-line">
        {data?.map((delivery) => (
          <li key={delivery.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2 first:pt-0">
            <div className="min-w-0 flex-1 basis-64">
              <p className="font-medium wrap-anywhere">{labelOf(delivery)}</p>
              <p className="wrap-anywhere text-ink-soft">{markHidden(outcomeInWords(delivery))}</p>
            </div>
            {state === 'active' && delivery.outcome !== null && (
              <Button
                variant="secondary"
                aria-label={`Send Again: delivery ${delivery.id}`}
                onClick={() => resend.mutate({ params: { id, delivery: delivery.id } })}
              >
                Send Again
              </Button>
            )}
          </li>
        ))}
      </ul>
      <DialogFooter>
        <Button variant="secondary" onClick={() => onOpenChange(false)}>
          Close
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

function labelOf({ event }: DeliveryReply): string {
  return event === 'test' ? 'Test' : (webhookEvents.find(({ name }) => name === event)?.label ?? event)
}

function outcomeInWords({ outcome, created_at, ended_at, due_at, attempts, answer }: DeliveryReply): string {
  const said = answer === null ? '' : ` Last answer: ${answer}`
  if (outcome === 'delivered' && ended_at) return `Delivered ${formatMoment(ended_at)}.${said}`
  if (outcome === 'failed') return `From ${formatMoment(created_at)}, not delivered.${said}`
  return attempts === 0 ? 'Waiting to be sent.' : `Retry at ${formatMoment(due_at)}.${said}`
}
