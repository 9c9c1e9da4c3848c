import { refusalOfText } from '@check-requests/domain/bank/clearing/file-kinds.ts'
import { formatOf } from '@check-requests/domain/bank/clearing/layouts.ts'
import { decodeClearingFile, misfit } from '@check-requests/domain/bank/clearing/read-file.ts'
import { bankFileEndpoints } from '@check-requests/domain/bank/files/endpoints.ts'
import type { ClearedReply, ClearingPreview } from '@check-requests/domain/bank/files/fields.ts'
import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { lazy, useEffect, useRef, useState } from 'react'
import { confirming, useKeptProfile, usePreview } from '#bank/clearing/api.ts'
import { counted, effectInWords, formatInWords, isUnknown } from '#bank/clearing/clearing-words.tsx'
import {
  Figures,
  FoundLines,
  LeftOutLines,
  MisfitNote,
  OtherAccounts,
  PaidLines,
  SampleLines,
} from '#bank/clearing/line-tables.tsx'
import type { ProfileSubject } from '#bank/clearing/profile-dialog.tsx'
import { ProblemList } from '#operation/imports/line-lists.tsx'
import type { ApiFailure } from '#platform/api-failure.ts'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { FileDrop } from '#ui/form/file-drop.tsx'
import { useDialogFor } from '#ui/overlay/open-dialog.tsx'

const ProfileDialog = lazy(async () => ({
  default: (await import('#bank/clearing/profile-dialog.tsx')).ProfileDialog,
}))

interface ChosenFile {
  readonly file: File
  readonly text: string
}

type OtherSubject = Pick<BankAccountReply, 'id' | 'name'>

interface OtherFileProps {
  account: OtherSubject
  file: File
  onDone(): void
}

interface OtherFilesProps extends Pick<OtherFileProps, 'file'> {
  accounts: readonly OtherSubject[]
  onChange(accounts: readonly OtherSubject[]): void
}

function OtherFiles({ accounts, file, onChange }: OtherFilesProps) {
  return accounts.map((account) => (
    <OtherFile
      key={account.id}
      account={account}
      file={file}
      onDone={() => onChange(accounts.filter((other) => other !== account))}
    />
  ))
}

/** The lines of another account in the chosen file, to review and confirm for that account. */
function OtherFile({ account, file, onDone }: OtherFileProps) {
  const { mutate, data, error } = usePreview(account.id)
  const confirm = useWriteWithNotices(bankFileEndpoints.confirmClearing, confirming, {
    onSuccess: onDone,
    onError: ({ status }) => status === 409 && mutate(file),
  })
  useEffect(() => mutate(file), [mutate, file])
  if (error)
    return (
      <p role="alert" className="text-danger">
        {error.message}
      </p>
    )
  if (!data) return null
  return (
    <FilePreview
      name={`${file.name} for ${account.name}`}
      preview={data}
      confirmation={{
        isPending: confirm.isPending,
        error: confirm.error,
        confirm: (id) => confirm.mutate({ params: { id: account.id, file: id }, body: { expected: expectedIn(data) } }),
      }}
      onProfile={undefined}
      onDiscard={onDone}
    />
  )
}

/** Imports a bank file: choose, review, and confirm it as a whole. */
export function BankFile({ account }: { account: BankAccountReply }) {
  const place = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState<ChosenFile>()
  const [others, setOthers] = useState<readonly OtherSubject[]>([])
  const kept = useKeptProfile(account.id)
  const preview = usePreview(account.id)
  const columns = useDialogFor<ProfileSubject>(ProfileDialog)
  const confirm = useWriteWithNotices(bankFileEndpoints.confirmClearing, confirming, {
    // The previews of other accounts in the file stay open.
    onSuccess: () => (others.length > 0 ? preview.reset() : forget()),
    onError: ({ status }) => status === 409 && chosen && preview.mutate(chosen.file),
  })

  function forget() {
    setChosen(undefined)
    setOthers([])
    preview.reset()
    confirm.reset()
    place.current?.querySelector('button')?.focus()
  }
  async function choose(file: File) {
    preview.reset()
    confirm.reset()
    setOthers([])
    const text = decodeClearingFile(new Uint8Array(await file.arrayBuffer()))
    setChosen({ file, text })
    const forms = kept.data ?? (await kept.refetch()).data
    if (forms?.clearing_profile.csv === null && needsProfile(text)) askForProfile({ file, text })
    else preview.mutate(file)
  }
  function askForProfile({ file, text }: ChosenFile) {
    columns.openFor({ account, text, name: file.name, onSaved: () => preview.mutate(file) })
  }
  return (
    <>
      <Card
        title="Bank File"
        description="A CSV, BAI2, OFX, or fixed-width file that lists the bank’s payments on any number of days."
      >
        <div ref={place} className="grid gap-3">
          <FileDrop
            label="Bank file"
            accept=".csv,.txt,.bai,.bai2,.ofx,.qfx,.qbo,text/csv"
            button={chosen ? 'Choose Another File' : 'Choose a File'}
            variant={chosen ? 'secondary' : 'primary'}
            pending={preview.isPending}
            onFile={(file) => void choose(file)}
          >
            {chosen ? (
              <span className="wrap-anywhere">{markHidden(chosen.file.name)}</span>
            ) : (
              'Or drop the file anywhere on this page. You can preview the changes before you confirm them. Lines from earlier files are recognized.'
            )}
          </FileDrop>
          {preview.error && (
            <p role="alert" className="text-danger">
              {Object.values(preview.error.fields ?? { file: preview.error.message }).join(' ')}
            </p>
          )}
        </div>
      </Card>
      {chosen && preview.data && (
        <FilePreview
          name={chosen.file.name}
          preview={preview.data}
          confirmation={{
            isPending: confirm.isPending,
            error: confirm.error,
            confirm: (file) =>
              confirm.mutate({ params: { id: account.id, file }, body: { expected: expectedIn(preview.data) } }),
          }}
          onProfile={refusalOfText(chosen.text) ? undefined : () => askForProfile(chosen)}
          onOther={(other) => setOthers([...others.filter(({ id }) => id !== other.id), other])}
          onDiscard={forget}
        />
      )}
      {chosen && <OtherFiles accounts={others} file={chosen.file} onChange={setOthers} />}
      {columns.dialog}
    </>
  )
}

/** What a preview says that confirming the file does. */
function expectedIn({ matched, doubtful, unknown, repeated }: ClearingPreview): ClearedReply {
  return { cleared: matched.count, exceptions: doubtful.count + unknown.count, repeated }
}

/** True for a file whose reading has to be described once: columns, or no known format. */
function needsProfile(text: string): boolean {
  return refusalOfText(text) === undefined && !['BAI2', 'OFX'].includes(formatOf(text) ?? '')
}

interface FilePreviewProps {
  name: string
  preview: ClearingPreview
  confirmation: { isPending: boolean; error: ApiFailure | null; confirm(file: number): void }
  /** Opens the profile of the bank's files; undefined for a file that can't be read. */
  onProfile: (() => void) | undefined
  /** Reads the lines of another account in the file. */
  onOther?(account: { readonly id: number; readonly name: string }): void
  onDiscard(): void
}

/** The content of a bank file compared with the register, before anything is saved. */
export function FilePreview(props: FilePreviewProps) {
  const { name, preview, onProfile, onOther } = props
  const hasProblems = preview.problems.length > 0
  const isMisfit = !preview.fits_profile && onProfile !== undefined
  const notes = preview.notes.filter(({ message }) => !isMisfit || message !== misfit)
  return (
    <Card
      title={markHidden(`Contents of ${name}`)}
      description={`${formatInWords(preview.format)}Nothing is saved until the file is confirmed.`}
      actions={
        onProfile && (
          <Button variant="secondary" onClick={onProfile}>
            Edit File Profile
          </Button>
        )
      }
      flush
    >
      <div className="grid gap-4 px-4 pb-4 sm:px-5">
        {isMisfit && <MisfitNote onProfile={onProfile} />}
        <p role="status">{hasProblems ? problemsInWords(preview.problems.length) : foundInWords(preview)}</p>
        {hasProblems ? <ProblemList problems={preview.problems} /> : <Figures preview={preview} />}
        {notes.length > 0 && (
          <section aria-label="Notes" className="grid gap-2">
            <h3 className="font-semibold">Notes</h3>
            <ProblemList problems={notes} />
          </section>
        )}
        <SampleLines sample={preview.sample} />
        <OtherAccounts accounts={preview.other_accounts} onRead={onOther} />
        <LeftOutLines leftOut={preview.left_out} />
      </div>
      {!hasProblems && (
        <>
          <FoundLines
            title="Exceptions"
            lines={preview.exceptions.filter((line) => !isUnknown(line))}
            count={preview.doubtful.count}
          />
          <FoundLines title="Unknown" lines={preview.exceptions.filter(isUnknown)} count={preview.unknown.count} />
          <PaidLines title="Other Payments" lines={preview.not_ours_lines} count={preview.not_ours.count} />
          <PaidLines title="Matched" lines={preview.matched_lines} count={preview.matched.count} />
          <PaidLines title="Already Known" lines={preview.repeated_lines} count={preview.repeated} />
        </>
      )}
      <Decision {...props} />
    </Card>
  )
}

function problemsInWords(count: number): string {
  return `This file has ${counted(count, 'problem')}. Nothing can be confirmed until ${count === 1 ? 'it is' : 'they are all'} fixed.`
}

function foundInWords({ matched, doubtful, unknown, repeated, skipped }: ClearingPreview): string {
  const lines = matched.count + doubtful.count + unknown.count + repeated
  const checks = lines === 0 ? 'No paid checks from this account were found.' : `${counted(lines, 'paid check')}.`
  return skipped === 0
    ? checks
    : `${checks} ${counted(skipped, 'payment')} other than checks on this account ${skipped === 1 ? 'was' : 'were'} skipped.`
}

/** The button that confirms the file, or the reason why another person has to confirm it. */
function Decision({ preview, confirmation, onDiscard }: FilePreviewProps) {
  const { id, refusal } = preview
  return (
    <div className="grid gap-3 border-t border-line px-4 py-4 sm:px-5">
      {id !== null && refusal === null && <p>{effectInWords(preview)}</p>}
      {id !== null && refusal !== null && (
        <div className="grid gap-1">
          <p>{markHidden(refusal)}</p>
          <p className="text-ink-soft">
            You can’t confirm bank payments for checks that you printed, signed, voided, or handed over.
          </p>
        </div>
      )}
      {confirmation.error && (
        <p role="alert" className="text-danger">
          {markHidden(confirmation.error.message)}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onDiscard}>
          {id !== null && refusal === null ? 'Cancel' : 'Close'}
        </Button>
        {id !== null && refusal === null && (
          <Button variant="primary" pending={confirmation.isPending} onClick={() => confirmation.confirm(id)}>
            Confirm File
          </Button>
        )}
      </div>
    </div>
  )
}
