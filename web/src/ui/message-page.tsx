import type { ReactNode } from 'react'

/** A page that shows only a message. */
export function MessagePage({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-4 px-4 py-12 text-center">
      <h1 className="text-3xl font-semibold">{title}</h1>
      <p className="text-base text-ink-soft">{text}</p>
      {children}
    </main>
  )
}
