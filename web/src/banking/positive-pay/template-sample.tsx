import type { TemplateSample as Sample } from '#banking/positive-pay/use-template-sample.ts'

/** What the bank would get for five made-up checks of a made-up account; each blank is a dot. */
export function TemplateSample({ sample: { text, problems }, isFixed }: { sample: Sample; isFixed: boolean }) {
  return (
    <section className="grid min-w-0 gap-2" aria-label="Sample">
      <h3 className="font-semibold">Sample</h3>
      {text === undefined ? (
        <div className="grid gap-1">
          <p>There is no file yet:</p>
          <ul className="grid list-disc gap-1 ps-5">
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </div>
      ) : (
        <>
          <p className="text-ink-soft">
            Five made-up checks of a made-up account. Compare it with the description of your bank: each dot is a blank.
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it with the arrow keys */}
          <pre tabIndex={0} className="overflow-x-auto rounded-md bg-sunken p-3 text-[0.8125rem] leading-relaxed">
            {isFixed && <Ruler width={longestOf(text)} />}
            {text.replaceAll('\t', '→').replaceAll(' ', '·')}
          </pre>
        </>
      )}
    </section>
  )
}

/** The places of the columns, marked every ten. */
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
