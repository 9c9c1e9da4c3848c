import { bankFileEndpoints } from '@check-requests/domain/bank/files/endpoints.ts'
import type { BankFilesReply } from '@check-requests/domain/bank/files/fields.ts'
import { shippedTemplates } from '@check-requests/domain/bank/positive-pay/shipped.ts'
import { positivePayTemplate } from '@check-requests/domain/bank/positive-pay/template.ts'
import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { formNotices, useBankForms } from '#bank/positive-pay/api.ts'
import { type EditedTemplate, editedTemplate, templateBody } from '#bank/positive-pay/edited-template.ts'
import { TemplateEditor } from '#bank/positive-pay/template-editor.tsx'
import { useLoadFailure } from '#platform/load-failures.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/feedback/list-states.tsx'
import { SkeletonRows } from '#ui/feedback/skeleton.tsx'
import { FormDialog, FormDialogFooter, focusFirstInvalid } from '#ui/overlay/form-dialog.tsx'
import type { DialogFor } from '#ui/overlay/open-dialog.tsx'

/** The format of an account's positive-pay files. */
export function TemplateDialog({ subject: account, open, onOpenChange }: DialogFor<BankAccountReply>) {
  const [dirty, setDirty] = useState(false)
  const query = useBankForms(account.id)
  const { error, onRetry } = useLoadFailure(query)
  const forms = query.isFetchedAfterMount ? query.data : undefined
  const close = () => onOpenChange(false)
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={markHidden(`Positive-Pay File Format: ${account.name}`)}
      description="Follow the bank’s file specification. Changes apply to the next file; existing files don’t change."
      size="xl"
      dirty={dirty}
    >
      {error && !forms && <ErrorState message={error} onRetry={onRetry} />}
      {!(forms || error) && <SkeletonRows count={6} />}
      {forms && (
        <TemplateForm
          accountId={account.id}
          forms={forms}
          readAgain={async () => (await query.refetch()).data}
          onChange={() => setDirty(true)}
          onSaved={() => {
            setDirty(false)
            close()
          }}
          onCancel={close}
        />
      )}
    </FormDialog>
  )
}

interface TemplateFormProps {
  accountId: number
  /** The settings as stored when the form opened. */
  forms: BankFilesReply
  /** Refetches the stored settings after another user has saved first. */
  readAgain(): Promise<BankFilesReply | undefined>
  onChange(): void
  onSaved(): void
  onCancel(): void
}

/** The editor of a stored template, or a choice of starting templates, with the save button. */
function TemplateForm({ accountId, forms, readAgain, onChange, onSaved, onCancel }: TemplateFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [opened] = useState(forms)
  const [stored, setStored] = useState(forms)
  const [value, setValue] = useState(() => opened.positive_pay_template && editedTemplate(opened.positive_pay_template))
  const [hasTried, setHasTried] = useState(false)
  const save = useWriteWithNotices(bankFileEndpoints.saveForms, formNotices, {
    onSuccess: onSaved,
    onError: async ({ status }) => setStored((status === 409 && (await readAgain())) || stored),
  })
  const isReplaced = textOf(stored) !== textOf(opened)
  const begun = value !== null
  // Needed because the dialog opens before the stored template has loaded, and because the starting templates disappear
  // once one is chosen.
  useEffect(() => {
    if (begun) form.current?.querySelector('select')?.focus()
  }, [begun])
  function change(next: EditedTemplate) {
    setValue(next)
    onChange()
  }
  function submit(event: FormEvent, edited: EditedTemplate) {
    event.preventDefault()
    event.stopPropagation()
    setHasTried(true)
    const { data } = positivePayTemplate.safeParse(templateBody(edited))
    if (!data) return focusFirstInvalid(form.current)
    // Fields not sent stay unchanged; the columns of bank statements are stored with the template.
    save.mutate({ params: { id: accountId }, body: { positive_pay_template: data, version: stored.version } })
  }
  if (!value) return <Beginnings onChoose={change} />
  return (
    <form ref={form} noValidate className="grid gap-5" onSubmit={(event) => submit(event, value)}>
      <TemplateEditor value={value} hasTried={hasTried} onChange={change} />
      {isReplaced && !save.isSuccess && (
        <p role="status" className="text-danger">
          Another user has saved a different format in the meantime. Saving yours replaces it.
        </p>
      )}
      {save.error && (
        <p role="alert" className="text-danger">
          {save.error.fields ? Object.values(save.error.fields).join(' ') : save.error.message}
        </p>
      )}
      <FormDialogFooter>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" pending={save.isPending}>
          Save Format
        </Button>
      </FormDialogFooter>
    </form>
  )
}

function textOf({ positive_pay_template }: BankFilesReply): string {
  return JSON.stringify(positive_pay_template)
}

/** The shipped starting templates. */
function Beginnings({ onChoose }: { onChoose(template: EditedTemplate): void }) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => list.current?.querySelector('button')?.focus(), [])
  return (
    <section aria-label="Format templates" className="grid gap-3">
      <p>Start with the format most similar to your bank’s, then change what differs.</p>
      <ul ref={list} className="grid gap-3 sm:grid-cols-2">
        {shippedTemplates.map(({ name, note, source, template }) => (
          <li key={name}>
            <button
              type="button"
              className="grid h-full w-full cursor-pointer content-start gap-1 rounded-md border border-line-strong bg-surface px-3.5 py-3 text-start hover:bg-sunken"
              onClick={() => onChoose(editedTemplate(template))}
            >
              <span className="font-medium">{name}</span>
              <span className="text-[0.8125rem] text-ink-soft">{note}</span>
              <span className="text-[0.8125rem] text-ink-soft wrap-anywhere">Source: {source}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
