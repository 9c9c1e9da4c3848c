import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useCallback, useState } from 'react'
import type { MarkedRow, RenderMarks } from '#check-requests/list/list-marks.tsx'

/** Undefined until the marks are known, and in lists without marks. */
const MarksContext = createContext<RenderMarks | undefined>(undefined)

interface MarkedProps {
  rows: readonly MarkedRow[]
  /** False in lists that don't show the marks. */
  isMarked: boolean
  children: ReactNode
}

/** Marks the requests of a list once the code for marks has loaded. */
export function Marked({ rows, isMarked: hasMarks, children }: MarkedProps) {
  const isMarked = hasMarks && rows.length > 0
  const { data: Marks } = useQuery({
    queryKey: ['list-marks'],
    queryFn: async () => (await import('#check-requests/list/list-marks.tsx')).ListMarks,
    enabled: isMarked,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
    retry: false,
  })
  const [render, setRender] = useState<RenderMarks>()
  const keep = useCallback((marks: RenderMarks) => setRender(() => marks), [])
  return (
    <MarksContext value={isMarked ? render : undefined}>
      {isMarked && Marks && <Marks rows={rows} onMarks={keep} />}
      {children}
    </MarksContext>
  )
}

/** The marks of these requests in a list. */
export function MarksOf({ ids }: { ids: readonly number[] }) {
  return use(MarksContext)?.(ids)
}
