import { shippedTemplates } from '@check-requests/domain/bank/positive-pay/shipped.ts'
import { ColumnList, FrameLines } from '#bank/positive-pay/column-list.tsx'
import {
  type EditedLayout,
  type EditedTemplate,
  kinds,
  letterRules,
  lineEnds,
  type Messages,
  quoteRules,
  recordSources,
  ruleOf,
  type TemplateSample as Sample,
  separators,
  shippedTemplate,
  useTemplateSample,
  voidDates,
  voidRules,
} from '#bank/positive-pay/edited-template.ts'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Field } from '#ui/form/field.tsx'
import { NativeSelect } from '#ui/form/native-select.tsx'

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
      <LayoutFields
        value={value}
        path=""
        messages={messages}
        onChange={(layout) => onChange({ ...value, ...layout })}
      />
      {ruleOf(value) === 'own file' && <VoidFile value={value} messages={messages} onChange={onChange} />}
    </div>
  )
}

interface LayoutFieldsProps {
  value: EditedLayout
  /** The place of the lines in the template, such as `void_file.`. */
  path: string
  messages: Messages
  onChange(value: EditedLayout): void
}

/** The lines of a file. */
function LayoutFields({ value: { header, record, trailer }, path, messages, onChange }: LayoutFieldsProps) {
  const layout = { header, record, trailer }
  const wrong = messages[`${path}record`]
  return (
    <>
      <FrameLines
        part="header"
        {...{ path, messages }}
        lines={header}
        onChange={(lines) => onChange({ ...layout, header: lines })}
      />
      <section className="grid gap-3" aria-label={path === '' ? 'Check Lines' : 'Void Lines'}>
        <h3 className="font-semibold">{path === '' ? 'Check Lines' : 'Void Lines'}</h3>
        {wrong && (
          <p tabIndex={-1} data-problem className="text-danger">
            {wrong}
          </p>
        )}
        <ColumnList
          of={path === '' ? 'each check' : 'each void'}
          columns={record}
          sources={recordSources}
          path={`${path}record`}
          messages={messages}
          onChange={(columns) => onChange({ ...layout, record: columns })}
        />
      </section>
      <FrameLines
        part="trailer"
        {...{ path, messages }}
        lines={trailer}
        onChange={(lines) => onChange({ ...layout, trailer: lines })}
      />
    </>
  )
}

/** The lines of the separate file of voids, if they differ. */
function VoidFile({
  value,
  messages,
  onChange,
}: Pick<TemplateEditorProps, 'value' | 'onChange'> & { messages: Messages }) {
  const { header, record, trailer, void_file } = value
  return (
    <section className="grid gap-6 rounded-md border border-line p-3" aria-label="File of Voids">
      <Checkbox
        label="The file of voids has other lines than the file of issues"
        checked={void_file !== undefined}
        onChange={(differs) => onChange({ ...value, void_file: differs ? { header, record, trailer } : undefined })}
      />
      {void_file && (
        <LayoutFields
          value={void_file}
          path="void_file."
          messages={messages}
          onChange={(layout) => onChange({ ...value, void_file: layout })}
        />
      )}
    </section>
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
      <VoidFields value={value} onChange={onChange} />
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

/** How voids are reported to the bank, and what their dates mean. */
function VoidFields({ value, onChange }: Pick<TemplateEditorProps, 'value' | 'onChange'>) {
  const rule = ruleOf(value)
  return (
    <>
      <Field
        label="Voids"
        {...(rule === 'not told' && { hint: 'Have the bank stop each check that you void after it was reported.' })}
      >
        <NativeSelect
          className="w-full"
          options={voidRules}
          value={rule}
          onChange={(voids) => onChange({ ...value, voids })}
        />
      </Field>
      {rule !== 'not told' && (
        <Field label="Void Dates">
          <NativeSelect
            className="w-full"
            options={voidDates}
            value={value.void_date ?? 'void'}
            onChange={(void_date) => onChange({ ...value, void_date })}
          />
        </Field>
      )}
    </>
  )
}

/** The sample file for five fictitious checks of a fictitious account; spaces are shown as dots. */
function TemplateSample({ sample: { text, voids, problems }, isFixed }: { sample: Sample; isFixed: boolean }) {
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
          <SampleText text={text} isFixed={isFixed} />
          {voids !== undefined && (
            <>
              <p className="text-ink-soft">The file of voids:</p>
              <SampleText text={voids} isFixed={isFixed} />
            </>
          )}
        </>
      )}
    </section>
  )
}

function SampleText({ text, isFixed }: { text: string; isFixed: boolean }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it with the arrow keys
    <pre tabIndex={0} className="overflow-x-auto rounded-md bg-sunken p-3 text-[0.8125rem] leading-relaxed">
      {isFixed && <Ruler width={longestOf(text)} />}
      {text.replaceAll('\t', '→').replaceAll(' ', '·')}
    </pre>
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
