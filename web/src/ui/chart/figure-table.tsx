import type { ChartData } from '#ui/chart/chart.ts'
import { TextLink } from '#ui/link-button.tsx'

/** The figures of a chart as a table, each linked to the rows behind it. A long table scrolls separately. */
export function FigureTable<Row>({ caption, label, rows, rowKey, rowName, series }: ChartData<Row>) {
  return (
    <section
      aria-label={`${caption}, as a table`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
      tabIndex={0}
      className="max-h-96 min-w-0 overflow-auto print:max-h-none"
    >
      <table className="w-full border-collapse text-[0.8125rem]">
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-0 bg-surface text-ink-soft">
          <tr>
            <th scope="col" className="py-1 pe-3 text-start font-medium whitespace-nowrap">
              {label}
            </th>
            {series.map(({ name }) => (
              <th key={name} scope="col" className="py-1 ps-3 text-end font-medium whitespace-nowrap">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} className="border-t border-line">
              <th scope="row" className="py-0.5 pe-3 text-start font-normal">
                {rowName(row)}
              </th>
              {series.map(({ name, text, target }) => {
                const leads = target?.(row)
                return (
                  <td key={name} className="py-0.5 ps-3 text-end whitespace-nowrap">
                    {leads ? (
                      <TextLink {...leads} className="inline-block min-h-6 content-center">
                        {text(row)}
                      </TextLink>
                    ) : (
                      text(row)
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
