import { shippedTemplates } from '@check-requests/domain/bank/positive-pay/shipped.ts'
import { positivePayTemplate } from '@check-requests/domain/bank/positive-pay/template.ts'
import { expect, test } from 'vitest'
import {
  detailsOf,
  editedTemplate,
  frameSources,
  newColumn,
  recordSources,
  shippedTemplate,
  templateBody,
} from '#bank/positive-pay/edited-template.ts'

test.each(shippedTemplates.map(({ name, template }) => [name, template] as const))(
  'leaves the shipped template “%s” unchanged after a pass through the editor',
  (name, template) => {
    expect(positivePayTemplate.parse(templateBody(editedTemplate(template)))).toEqual(template)
    expect(templateBody(shippedTemplate(name) ?? editedTemplate(template))).toEqual(template)
  },
)

const [fixed] = shippedTemplates
  .map(({ template }) => editedTemplate(template))
  .filter(({ kind }) => kind === 'fixed width')

test('creates new columns of any kind that the schema accepts', () => {
  if (!fixed) throw new Error('There is no template of fixed width')
  for (const { value } of recordSources) {
    const column = { ...newColumn(value), length: '20', pad: ' ' as const, text: 'X' }
    expect(
      positivePayTemplate.safeParse(templateBody({ ...fixed, record: [...fixed.record, column] })).error,
    ).toBeUndefined()
  }
  for (const { value } of frameSources) {
    const columns = [{ ...newColumn(value), length: '20', pad: ' ' as const, text: 'X' }]
    const trailer = [{ key: 'one', columns }]
    expect(positivePayTemplate.safeParse(templateBody({ ...fixed, trailer })).error).toBeUndefined()
  }
})

test('keeps typed values when a column’s content changes, but saves only the relevant ones', () => {
  expect(detailsOf('issue or void date')).toEqual(['date_form'])
  const column = { ...newColumn('status'), issue: '320', source: 'payee' as const }
  const body = templateBody({ ...editedTemplate(shippedTemplates[0]?.template ?? fail()), record: [column] })
  expect(body.record).toEqual([{ source: 'payee', too_long: 'cut', length: null, align: 'left', pad: null }])
  expect({ ...column, source: 'status' }.issue).toBe('320')
})

function fail(): never {
  throw new Error('No template is shipped')
}
