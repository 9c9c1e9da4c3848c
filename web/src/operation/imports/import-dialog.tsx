import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { FileDown } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { ProblemList } from '#operation/imports/line-lists.tsx'
import { useDealerGroups } from '#organization/api.ts'
import { placeOptions } from '#organization/places.tsx'
import type { ApiFailure } from '#platform/api-failure.ts'
import { counted } from '#platform/counted.ts'
import { saveFile } from '#platform/downloads.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { FormFailure } from '#ui/form/form.tsx'
import { Select } from '#ui/form/select.tsx'
import { Dialog, DialogFooter } from '#ui/overlay/dialog.tsx'

/** The rows to add, and the problems in the file. */
export interface Preview<Row> {
  readonly rows: readonly Row[]
  readonly problems: readonly { readonly line: number; readonly message: string }[]
}

/** The effect of an import: the number of rows done, and the rest of a sentence that begins with the file's name. */
export interface FileEffect {
  readonly count: number
  readonly inWords: string
}

interface FileText {
  readonly dealer_group_id: number
  readonly csv: string
}

interface ImportDialogProps<Row, Found extends Preview<Row>> {
  open: boolean
  onOpenChange(open: boolean): void
  /** The id of the dealer group, if it can't be chosen. */
  groupId?: number
  title: string
  description: string
  sample: { readonly name: string; readonly text: string }
  /** Fetches a preview of the import. */
  preview: {
    mutate(input: { body: FileText }, handlers: { onSuccess(found: Found): void }): void
    isPending: boolean
    error: ApiFailure | null
    reset(): void
  }
  /** Imports the whole file. */
  add: { mutate(input: { body: FileText }): void; isPending: boolean; error: ApiFailure | null }
  /** The effect of the import; by default, all rows are added. */
  effectOf?(found: Found): FileEffect
  /** The label of the button for this many rows. */
  addLabel(count: number): string
  table(found: Found): ReactNode
}

/** Imports a CSV file: choose it, review it with all its problems, and import it as a whole. */
export function ImportDialog<Row, Found extends Preview<Row>>(props: ImportDialogProps<Row, Found>) {
  const { preview, add, sample } = props
  const { dealer_group_id } = usePerson()
  const groups = useDealerGroups().data ?? []
  const [group, setGroup] = useState(props.groupId ?? dealer_group_id)
  const [file, setFile] = useState<{ name: string; csv: string }>()
  const [found, setFound] = useState<Found>()
  const input = useRef<HTMLInputElement>(null)

  async function choose(chosen: File | undefined) {
    if (!chosen || group === null) return
    const csv = await chosen.text()
    setFile({ name: chosen.name, csv })
    setFound(undefined)
    preview.reset()
    preview.mutate({ body: { dealer_group_id: group, csv } }, { onSuccess: setFound })
  }

  const effect = found && found.problems.length === 0 ? (props.effectOf ?? ofRows)(found) : undefined
  return (
    <Dialog
      open={props.open}
      onOpenChange={props.onOpenChange}
      title={props.title}
      description={props.description}
      size="md"
    >
      <div className="grid gap-4">
        {dealer_group_id === null && props.groupId === undefined && (
          <Field label="Dealer Group" required>
            <Select<number>
              searchable
              options={placeOptions(groups)}
              value={group}
              onChange={(id) => {
                setGroup(id)
                setFile(undefined)
                setFound(undefined)
              }}
            />
          </Field>
        )}
        <div className="flex flex-wrap items-center gap-2">
          <Button
            variant={found ? 'secondary' : 'primary'}
            disabled={group === null}
            pending={preview.isPending}
            onClick={() => input.current?.click()}
          >
            {file ? 'Choose Another File' : 'Choose a CSV File'}
          </Button>
          <Button
            variant="secondary"
            onClick={() => saveFile(new Blob([sample.text], { type: 'text/csv' }), sample.name)}
          >
            <FileDown aria-hidden className="size-4" />
            Sample File
          </Button>
          <input
            ref={input}
            type="file"
            accept=".csv,text/csv"
            aria-label="CSV file"
            className="sr-only"
            tabIndex={-1}
            onChange={(event) => {
              void choose(event.target.files?.[0])
              event.target.value = ''
            }}
          />
        </div>
        <FormFailure failure={ofFile(preview.error)} />
        <div aria-live="polite" className="grid gap-4">
          {found && file && (
            <>
              <p className="wrap-anywhere">{`${markHidden(file.name)} ${effect?.inWords ?? problemsInWords(found.problems.length)}`}</p>
              {found.problems.length > 0 ? <ProblemList problems={found.problems} /> : props.table(found)}
            </>
          )}
        </div>
        <FormFailure failure={ofFile(add.error)} />
        <DialogFooter>
          <Button variant="secondary" onClick={() => props.onOpenChange(false)}>
            Cancel
          </Button>
          {effect && effect.count > 0 && file && group !== null && (
            <Button
              variant="primary"
              pending={add.isPending}
              onClick={() => add.mutate({ body: { dealer_group_id: group, csv: file.csv } })}
            >
              {props.addLabel(effect.count)}
            </Button>
          )}
        </DialogFooter>
      </div>
    </Dialog>
  )
}

// The message about the whole file, because no field can show it.
function ofFile(failure: ApiFailure | null) {
  return failure && { message: Object.values(failure.fields ?? { file: failure.message }).join(' ') }
}

function ofRows({ rows }: Preview<unknown>): FileEffect {
  return { count: rows.length, inWords: `would add ${counted(rows.length, 'row')}. Nothing has been added yet.` }
}

function problemsInWords(count: number): string {
  return `has ${counted(count, 'problem')}. Nothing is added until all problems are fixed.`
}
