import type { ReactNode } from 'react';

type IconProps = { readonly size?: number };

/** Strokes on a grid of 24, in the colour of the text around; they say nothing to screen readers, the words beside them do. */
const icon = (strokes: ReactNode) =>
  function Icon({ size = 18 }: IconProps) {
    return (
      <svg
        aria-hidden="true"
        focusable="false"
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={1.8}
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        {strokes}
      </svg>
    );
  };

export const OverviewIcon = icon(<path d="M4 20V10m5.3 10V4m5.4 16v-7M20 20V7" />);
export const KeyIcon = icon(
  <>
    <circle cx="8" cy="15" r="4.5" />
    <path d="m11.5 11.5 8-8M16 7l3 3" />
  </>,
);
export const UsersIcon = icon(
  <>
    <circle cx="9" cy="8" r="3.5" />
    <path d="M2.5 20c.6-4 3-6 6.5-6s5.9 2 6.5 6M16 4.800a3.5 3.5 0 0 1 0 6.400M18 14.400c2 .9 3.2 2.8 3.5 5.6" />
  </>,
);
export const RequestsIcon = icon(<path d="M4 7h13m-4-4 4 4-4 4M20 17H7m4-4-4 4 4 4" />);
export const RoutesIcon = icon(
  <>
    <circle cx="5" cy="12" r="2" />
    <circle cx="19" cy="5" r="2" />
    <circle cx="19" cy="19" r="2" />
    <path d="M7 12h2c4 0 3-7 8-7M9 12c4 0 3 7 8 7" />
  </>,
);
export const PricesIcon = icon(
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="M15 8.500c-.6-1-1.7-1.5-3-1.5-1.7 0-3 .9-3 2.4 0 3.4 6.2 1.6 6.2 5 0 1.6-1.4 2.6-3.2 2.6-1.5 0-2.7-.6-3.3-1.700M12 5.500v13" />
  </>,
);
export const AuditIcon = icon(<path d="M6 3h9l4 4v14H6zM9.5 11h6m-6 4h6" />);
export const DownloadIcon = icon(<path d="M12 4v11m-4.500-4.500L12 15l4.500-4.500M5 20h14" />);
export const UsageIcon = icon(<path d="M4 4v16h16M8 16v-4m4 4V8m4 8v-6" />);
export const AlertsIcon = icon(<path d="M6 17V11a6 6 0 0 1 12 0v6l1.500 1.500h-15zM10 21h4" />);
export const SessionsIcon = icon(<path d="M4 5h16v11H10l-4 4v-4H4zM8 9h8m-8 3.500h5" />);
export const PlusIcon = icon(<path d="M12 5v14M5 12h14" />);
export const MoreIcon = icon(<path d="M5 12h.01M12 12h.01M19 12h.01" strokeWidth={3} />);
export const CloseIcon = icon(<path d="m6 6 12 12M18 6 6 18" />);
export const ChevronIcon = icon(<path d="m9 5 7 7-7 7" />);
export const WarningIcon = icon(<path d="M12 4 2.5 20h19L12 4Zm0 6v4.500m0 2.500v.01" />);
export const CheckIcon = icon(<path d="m4.5 12.5 5 5 10-11" />);
export const CopyIcon = icon(
  <>
    <rect x="9" y="9" width="11" height="11" rx="2" />
    <path d="M5 15H4V4h11v1" />
  </>,
);
export const SunIcon = icon(
  <>
    <circle cx="12" cy="12" r="4" />
    <path d="M12 2.500v2m0 15v2M2.5 12h2m15 0h2M5.3 5.300l1.4 1.400m10.6 10.6 1.4 1.400m0-13.4-1.4 1.400M6.7 17.300l-1.4 1.4" />
  </>,
);
export const MoonIcon = icon(<path d="M20 14.500A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.500Z" />);
export const SignOutIcon = icon(<path d="M14 4H5v16h9M10 12h11m-4-4 4 4-4 4" />);
