/** The mark and the name; the name hides where the rail is narrow. */
export function Brand() {
  return (
    <div className="flex h-7 items-center gap-[9px] px-1.5 text-14 font-semibold tracking-[-.012em]">
      <svg viewBox="0 0 20 20" fill="none" aria-hidden="true" className="size-5 flex-none">
        <rect x="1" y="1" width="18" height="18" rx="5" fill="var(--solid)" />
        <path
          d="M14 6.2A5.4 5.4 0 1 0 15.4 10"
          stroke="var(--on-solid)"
          strokeWidth="1.6"
          strokeLinecap="round"
        />
        <circle cx="10" cy="10" r="2.1" fill="var(--on-solid)" />
      </svg>
      <span className="max-wide:sr-only">Sagascope</span>
    </div>
  );
}
