import {
  type ChosenColumns,
  columnsChosenBefore,
  columnsIn,
  guessColumns,
  mappingOfColumns,
} from '@check-requests/domain/bank/clearing/columns.ts'
import { layoutFor, withLayout } from '@check-requests/domain/bank/clearing/layouts.ts'
import type { ClearedLine, ClearingFile } from '@check-requests/domain/bank/clearing/lines.ts'
import {
  type ClearingFormat,
  type ClearingProfile,
  clearingProfile,
  plainBai2,
  plainOfx,
  plainProfile,
} from '@check-requests/domain/bank/clearing/profile.ts'
import { formatBy, readClearingFile } from '@check-requests/domain/bank/clearing/read-file.ts'
import { bankFileEndpoints } from '@check-requests/domain/bank/files/endpoints.ts'
import type { BankFilesReply } from '@check-requests/domain/bank/files/fields.ts'
import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { formatDate } from '@check-requests/domain/values/calendar-date.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { centsToDollars, formatDollars } from '@check-requests/domain/values/money.ts'
import { type FormEvent, useDeferredValue, useMemo, useRef, useState } from 'react'
import { profileNotices, useKeptProfile } from '#bank/clearing/api.ts'
import { ColumnFields } from '#bank/clearing/column-fields.tsx'
import { Bai2Fields, FormatField, OfxFields } from '#bank/clearing/profile-fields.tsx'
import { ProblemList } from '#operation/imports/line-lists.tsx'
import { useLoadFailure } from '#platform/load-failures.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/feedback/list-states.tsx'
import { SkeletonRows } from '#ui/feedback/skeleton.tsx'
import { FormDialog, FormDialogFooter, focusFirstInvalid } from '#ui/overlay/form-dialog.tsx'
import type { DialogFor } from '#ui/overlay/open-dialog.tsx'

/** A bank file whose reading a user describes. */
export interface ProfileSubject {
  readonly account: BankAccountReply
  readonly text: string
  readonly name: string
  onSaved(): void
}

/** How a bank's files are read: guessed from the first file, shown on its first checks, and then saved. */
export function ProfileDialog({ subject, open, onOpenChange }: DialogFor<ProfileSubject>) {
  const { account, name } = subject
  const [dirty, setDirty] = useState(false)
  const query = useKeptProfile(account.id)
  const { error, onRetry } = useLoadFailure(query)
  const forms = query.isFetchedAfterMount ? query.data : undefined
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={markHidden(`Bank File Profile: ${account.name}`)}
      description={markHidden(
        `Compare the checks that were read from ${name} with its first lines, and correct the choices. Your choices are saved for this account’s future files, and can be changed at any time.`,
      )}
      size="xl"
      dirty={dirty}
    >
      {error && !forms && <ErrorState message={error} onRetry={onRetry} />}
      {!(forms || error) && <SkeletonRows count={6} />}
      {forms && (
        <ProfileForm
          subject={subject}
          forms={forms}
          readAgain={async () => (await query.refetch()).data}
          onChange={() => setDirty(true)}
          onSaved={() => {
            setDirty(false)
            onOpenChange(false)
            subject.onSaved()
          }}
          onCancel={() => onOpenChange(false)}
        />
      )}
    </FormDialog>
  )
}

interface ProfileFormProps {
  subject: ProfileSubject
  forms: BankFilesReply
  /** Refetches the stored settings after another user has saved first. */
  readAgain(): Promise<BankFilesReply | undefined>
  onChange(): void
  onSaved(): void
  onCancel(): void
}

function ProfileForm({ subject: { account, text }, forms, readAgain, onChange, onSaved, onCancel }: ProfileFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [stored, setStored] = useState(forms)
  const [draft, setDraft] = useState(() => draftOf(forms.clearing_profile, text, account.account_last4))
  const [hasTried, setHasTried] = useState(false)
  const save = useWriteWithNotices(bankFileEndpoints.saveClearingProfile, profileNotices, {
    onSuccess: onSaved,
    onError: async ({ status }) => setStored((status === 409 && (await readAgain())) || stored),
  })
  const recognized = recognizedIn(text, stored.clearing_profile, account.account_last4)
  const format = draft.format ?? recognized ?? 'CSV'
  const { columns, bai2, ofx } = draft
  function change(next: Partial<Draft>) {
    setDraft({ ...draft, ...next })
    onChange()
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    setHasTried(true)
    const profile = profileOf(draft, format, stored.clearing_profile, text)
    if (profile) save.mutate({ params: { id: account.id }, body: { profile, version: stored.version } })
    else focusFirstInvalid(form.current)
  }
  return (
    <form ref={form} noValidate className="grid grid-cols-1 gap-5" onSubmit={submit}>
      <FirstLines text={text} />
      <FormatField
        chosen={draft.format}
        recognized={recognized}
        onChange={(chosen) =>
          change({ format: chosen, columns: columnsFor(chosen ?? recognized, columns, text, account) })
        }
      />
      {hasColumns(format) && (
        <ColumnFields text={text} chosen={columns} hasTried={hasTried} onChange={(next) => change({ columns: next })} />
      )}
      {format === 'BAI2' && <Bai2Fields part={bai2} onChange={(next) => change({ bai2: next })} />}
      {format === 'OFX' && <OfxFields part={ofx} onChange={(next) => change({ ofx: next })} />}
      <ReadLines text={text} draft={draft} format={format} last4={account.account_last4} />
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
          Save and Read File
        </Button>
      </FormDialogFooter>
    </form>
  )
}

function recognizedIn(text: string, profile: ClearingProfile, last4: string): ClearingFormat | null {
  return formatBy(text, { accountNumber: last4, profile: { ...profile, format: null } })
}

/** The choices in the form. Each part is kept, whatever format is chosen. */
interface Draft {
  readonly format: ClearingFormat | null
  readonly columns: ChosenColumns
  readonly bai2: NonNullable<ClearingProfile['bai2']>
  readonly ofx: NonNullable<ClearingProfile['ofx']>
}

/** The saved choices that fit this file. Those for another kind of file are left out. */
function draftOf(profile: ClearingProfile, text: string, last4: string): Draft {
  const layout = layoutFor(text, profile)
  const { isMisfit } = readClearingFile(beginningOf(text), { accountNumber: last4, isLastDigits: true, profile })
  const { bai2, ofx } = isMisfit ? plainProfile : profile
  return {
    format: recognizedIn(text, profile, last4) === null ? profile.format : null,
    columns: layout ? columnsChosenBefore(layout, text) : guessColumns(text, last4),
    bai2: bai2 ?? plainBai2,
    ofx: ofx ?? plainOfx,
  }
}

/** The columns for a format, split again if they were split for another one. */
function columnsFor(
  format: ClearingFormat | null,
  chosen: ChosenColumns,
  text: string,
  { account_last4: last4 }: BankAccountReply,
): ChosenColumns {
  if (format !== 'CSV' && format !== 'fixed width') return chosen
  return (chosen.separator === 'widths') === (format === 'fixed width') ? chosen : columnsIn(format, text, last4)
}

/** The profile after the changes for this format; undefined while something is missing. */
function profileOf(draft: Draft, format: ClearingFormat, stored: ClearingProfile, text: string) {
  return clearingProfile.safeParse({
    ...stored,
    format: draft.format,
    ...(hasColumns(format) && withLayout(text, stored, mappingOfColumns(draft.columns, text))),
    ...(format === 'BAI2' && { bai2: draft.bai2 }),
    ...(format === 'OFX' && { ofx: draft.ofx }),
  }).data
}

function hasColumns(format: ClearingFormat): boolean {
  return format === 'CSV' || format === 'fixed width'
}

const linesShown = 6
const charactersRead = 20_000

/** The first lines of a file, unchanged. */
function FirstLines({ text }: { text: string }) {
  return (
    <section aria-label="First Lines of the File" className="grid min-w-0 grid-cols-1 gap-2">
      <h3 className="font-semibold">First Lines of the File</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it with the arrow keys */}
      <pre tabIndex={0} className="overflow-x-auto rounded-md bg-sunken p-3 text-[0.8125rem] leading-relaxed">
        {markHidden(beginningOf(text).split('\n').slice(0, linesShown).join('\n').replaceAll('\t', '→'))}
      </pre>
    </section>
  )
}

interface ReadLinesProps {
  text: string
  draft: Draft
  format: ClearingFormat
  last4: string
}

/** The first checks of a file, each as it is in the file and as it is read. */
function ReadLines({ text, draft, format, last4 }: ReadLinesProps) {
  const settled = useDeferredValue(draft)
  const file = useMemo(() => readBeginning(text, settled, format, last4), [text, settled, format, last4])
  return (
    <section aria-label="Interpreted Lines" className="grid gap-2">
      <h3 className="font-semibold">Interpreted Lines</h3>
      <Found file={file} />
    </section>
  )
}

function Found({ file }: { file: ClearingFile | undefined }) {
  if (!file) return <p className="text-ink-soft">Choose the columns for check number, amount, and date.</p>
  const { sample, problems, skipped } = file
  const read = sample.filter(({ check }) => check !== null)
  if (problems.length > 0 && read.length === 0) return <ProblemList problems={problems.slice(0, linesShown)} />
  return (
    <div role="status" className="grid gap-1">
      <ul className="grid gap-2">
        {read.map(({ line, text, check }) => (
          <li key={line} className="grid gap-0.5 wrap-anywhere">
            <code className="text-[0.8125rem] text-ink-soft">{markHidden(text)}</code>
            <span>{check && inWords(check)}</span>
          </li>
        ))}
      </ul>
      {read.length === 0 && <p>No paid checks were found in the first lines.</p>}
      {problems.length > 0 && <ProblemList problems={problems.slice(0, linesShown)} />}
      {skipped > 0 && (
        <p className="text-ink-soft">
          {`${skipped} of the first lines ${skipped === 1 ? 'is' : 'are'} skipped because no paid check was found.`}
        </p>
      )}
    </div>
  )
}

function inWords({ is, line, number, amountCents, date, payee }: ClearedLine): string {
  const check = number === null ? 'a check without a number' : `check ${number}`
  const verb = is === 'reversal' || is === 'credit' ? 'taken back' : 'paid'
  const to = payee === null ? '' : `, to ${payee}`
  return markHidden(
    `Line ${line}: ${check}, ${formatDollars(centsToDollars(amountCents))}, ${verb} on ${formatDate(date)}${to}`,
  )
}

function readBeginning(text: string, draft: Draft, format: ClearingFormat, last4: string): ClearingFile | undefined {
  const profile = profileOf(draft, format, clearingProfile.parse({}), text)
  const beginning = beginningOf(text)
  if (!profile) return undefined
  const file = readClearingFile(beginning, {
    accountNumber: last4,
    isLastDigits: true,
    profile,
    format,
  })
  // The end of a long file is missing here, which is no problem of the file.
  return beginning.length < text.length && !hasColumns(format) ? { ...file, problems: [] } : file
}

/** The beginning of a text, cut after a complete line. */
function beginningOf(text: string): string {
  const whole = text.replace(/\r\n?/g, '\n')
  return whole.length <= charactersRead ? whole : whole.slice(0, whole.lastIndexOf('\n', charactersRead))
}
