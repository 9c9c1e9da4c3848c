import { shippedTemplates } from '@check-requests/domain/banking/positive-pay/shipped.ts'
import { ColumnList } from '#banking/positive-pay/column-list.tsx'
import { type EditedTemplate, shippedTemplate } from '#banking/positive-pay/edited-template.ts'
import { FrameLines } from '#banking/positive-pay/frame-lines.tsx'
import { TemplateSample } from '#banking/positive-pay/template-sample.tsx'
import {
  kinds,
  letterRules,
  lineEnds,
  quoteRules,
  recordSources,
  separators,
} from '#banking/positive-pay/template-words.ts'
import { type Messages, useTemplateSample } from '#banking/positive-pay/use-template-sample.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { NativeSelect } from '#ui/native-select.tsx'

interface TemplateEditorProps {
  value: EditedTemplate
  /** Somebody has tried to save it: what is wrong stands at the fields as well. */
  hasTried: boolean
  onChange(value: EditedTemplate): void
}

const none: Messages = {}

/** Which form the positive-pay files of an account have, with a sample of what the bank would get. */
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
      <section className="grid gap-3" aria-label="Each check">
        <h3 className="font-semibold">Each check</h3>
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
  { value: '', label: 'Choose one to replace all below' },
  ...shippedTemplates.map(({ name, note }) => ({ value: name, label: `${name}: ${note}` })),
]

function FileFields({ value, onChange }: Pick<TemplateEditorProps, 'value' | 'onChange'>) {
  const change = (more: Partial<EditedTemplate>) => onChange({ ...value, ...more })
  return (
    <div className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-3">
      <Field label="Begin with" className="sm:col-span-2 lg:col-span-3">
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
          <Field label="Quotation marks">
            <NativeSelect
              className="w-full"
              options={quoteRules}
              value={value.quotes}
              onChange={(quotes) => change({ quotes })}
            />
          </Field>
        </>
      )}
      <Field label="End of lines">
        <NativeSelect
          className="w-full"
          options={lineEnds}
          value={value.line_end}
          onChange={(line_end) => change({ line_end })}
        />
      </Field>
      <Field label="Letters that the bank does not have" hint="Accents are always taken off.">
        <NativeSelect
          className="w-full"
          options={letterRules}
          value={value.unknown_letters}
          onChange={(unknown_letters) => change({ unknown_letters })}
        />
      </Field>
      <div className="grid gap-2 sm:self-center">
        <Checkbox
          label="The last line ends like the others"
          checked={value.last_line_end}
          onChange={(last_line_end) => change({ last_line_end })}
        />
        <Checkbox label="Payees in capitals" checked={value.capitals} onChange={(capitals) => change({ capitals })} />
      </div>
    </div>
  )
}
