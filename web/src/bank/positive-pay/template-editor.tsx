import { shippedTemplates } from '@check-requests/domain/bank/positive-pay/shipped.ts'
import { Plus, Trash2 } from 'lucide-react'
import { ColumnList } from '#bank/positive-pay/column-list.tsx'
import {
  type EditedLine,
  type EditedTemplate,
  frameSources,
  kinds,
  letterRules,
  lineEnds,
  type Messages,
  newLine,
  quoteRules,
  recordSources,
  type TemplateSample as Sample,
  separators,
  shippedTemplate,
  useTemplateSample,
} from '#bank/positive-pay/edited-template.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Field } from '#ui/form/field.tsx'
import { NativeSelect } from '#ui/form/native-select.tsx'
import { RowAction } from '#ui/table/row-controls.tsx'

interface TemplateEditorProps {
  value: EditedTemplate
  /** True after an attempt to save, so errors also appear at the fields. */
  hasTried: boolean
  onChange(value: EditedTemplate): void
}

const none: Messages = {}

/** The format of an account's positive-pay files, with a sample file. */
export function TemplateEditor({ value, hasTried, onChange }: TemplateEditorProps) {
  const sample = useTemplateSample(value)
  const messages = hasTried ? sample.messages : none
  return (
    <div className="grid min-w-0 gap-6">
      <FileFields value={value} onChange={onChange} />
      <TemplateSample sample={sample} isFixed={value.kind === 'fixed width'} />
      <FrameLines
        part="header"
        lines={value.header}
        messages={messages}
        onChange={(header) => onChange({ ...value, header })}
      />
      <section className="grid gap-3" aria-label="Check Lines">
        <h3 className="font-semibold">Check Lines</h3>
        {messages.record && (
          <p tabIndex={-1} data-problem className="text-danger">
            {messages.record}
          </p>
        )}
        <ColumnList
          of="each check"
          columns={value.record}
          sources={recordSources}
          path="record"
          messages={messages}
          onChange={(record) => onChange({ ...value, record })}
        />
      </section>
      <FrameLines
        part="trailer"
        lines={value.trailer}
        messages={messages}
        onChange={(trailer) => onChange({ ...value, trailer })}
      />
    </div>
  )
}

const shipped = [
  { value: '', label: 'Choose a format to replace all settings below' },
  ...shippedTemplates.map(({ name, note }) => ({ value: name, label: `${name}: ${note}` })),
]

function FileFields({ value, onChange }: Pick<TemplateEditorProps, 'value' | 'onChange'>) {
  const change = (more: Partial<EditedTemplate>) => onChange({ ...value, ...more })
  return (
    <div className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-3">
      <Field label="Start With" className="sm:col-span-2 lg:col-span-3">
        <NativeSelect
          className="w-full"
          options={shipped}
          value=""
          onChange={(name) => onChange(shippedTemplate(name) ?? value)}
        />
      </Field>
      <Field label="Columns">
        <NativeSelect className="w-full" options={kinds} value={value.kind} onChange={(kind) => change({ kind })} />
      </Field>
      {value.kind === 'delimited' && (
        <>
          <Field label="Separator">
            <NativeSelect
              className="w-full"
              options={separators}
              value={value.separator}
              onChange={(separator) => change({ separator })}
            />
          </Field>
          <Field label="Quotation Marks">
            <NativeSelect
              className="w-full"
              options={quoteRules}
              value={value.quotes}
              onChange={(quotes) => change({ quotes })}
            />
          </Field>
        </>
      )}
      <Field label="Line Ending">
        <NativeSelect
          className="w-full"
          options={lineEnds}
          value={value.line_end}
          onChange={(line_end) => change({ line_end })}
        />
      </Field>
      <Field label="Characters the Bank Doesn’t Accept" hint="Accents are always removed.">
        <NativeSelect
          className="w-full"
          options={letterRules}
          value={value.unknown_letters}
          onChange={(unknown_letters) => change({ unknown_letters })}
        />
      </Field>
      <div className="grid gap-2 sm:self-center">
        <Checkbox
          label="End the last line with a line break"
          checked={value.last_line_end}
          onChange={(last_line_end) => change({ last_line_end })}
        />
        <Checkbox
          label="Payees in capital letters"
          checked={value.capitals}
          onChange={(capitals) => change({ capitals })}
        />
      </div>
    </div>
  )
}

/** The sample file for five fictitious checks of a fictitious account; spaces are shown as dots. */
function TemplateSample({ sample: { text, problems }, isFixed }: { sample: Sample; isFixed: boolean }) {
  return (
    <section className="grid min-w-0 gap-2" aria-label="Sample">
      <h3 className="font-semibold">Sample</h3>
      {text === undefined ? (
        <div className="grid gap-1">
          <p>The sample file can’t be written yet:</p>
          <ul className="grid list-disc gap-1 ps-5">
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </div>
      ) : (
        <>
          <p className="text-ink-soft">
            Five sample checks from a sample account. Compare the file with the bank’s specification. Each dot is a
            blank.
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it with the arrow keys */}
          <pre tabIndex={0} className="overflow-x-auto rounded-md bg-sunken p-3 text-[0.8125rem] leading-relaxed">
            {isFixed && <Ruler width={longestOf(text)} />}
            {text.replaceAll('\t', '→').replaceAll(' ', '·')}
          </pre>
        </>
      )}
    </section>
  )
}

/** A ruler that marks every tenth column position. */
function Ruler({ width }: { width: number }) {
  const tens = Array.from({ length: Math.floor(width / 10) }, (_, index) => String((index + 1) * 10).padStart(10, '-'))
  return (
    <span aria-hidden className="text-ink-soft">
      {`${tens.join('').padEnd(width, '-')}\n`}
    </span>
  )
}

function longestOf(text: string): number {
  return Math.max(...text.split(/\r?\n/).map((line) => line.length))
}

interface FrameLinesProps {
  part: 'header' | 'trailer'
  lines: readonly EditedLine[]
  messages: Messages
  onChange(lines: readonly EditedLine[]): void
}

const mostLines = 3
const titles = { header: 'Header Lines', trailer: 'Trailer Lines' } as const

/** The lines before or after the checks; most banks want none. */
function FrameLines({ part, lines, messages, onChange }: FrameLinesProps) {
  return (
    <section className="grid gap-3" aria-label={titles[part]}>
      <h3 className="font-semibold">{titles[part]}</h3>
      {lines.length === 0 && <p className="text-ink-soft">No lines.</p>}
      {lines.map((line, index) => (
        <div key={line.key} className="grid gap-2 rounded-md border border-line p-3">
          <div className="flex items-center justify-between gap-2">
            <h4 className="font-medium">{`Line ${index + 1}`}</h4>
            <RowAction
              small
              icon={Trash2}
              danger
              label={`Remove line ${index + 1} of the ${part}`}
              onClick={() => onChange(lines.toSpliced(index, 1))}
            />
          </div>
          <ColumnList
            of={`line ${index + 1} of the ${part}`}
            columns={line.columns}
            sources={frameSources}
            path={`${part}.${index}`}
            messages={messages}
            onChange={(columns) => onChange(lines.with(index, { ...line, columns }))}
          />
        </div>
      ))}
      {lines.length < mostLines && (
        <div>
          <Button variant="secondary" size="sm" onClick={() => onChange([...lines, newLine()])}>
            <Plus aria-hidden className="size-4" />
            {part === 'header' ? 'Add Header Line' : 'Add Trailer Line'}
          </Button>
        </div>
      )}
    </section>
  )
}
