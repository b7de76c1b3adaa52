import type { ComponentProps, ReactNode } from 'react';
import './button.css';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'className'> {
  /** `plain` shows no ground until it is pointed at; `accent` is the primary one, of which a screen has one. */
  readonly tone?: 'default' | 'positive' | 'negative' | 'accent' | 'plain' | 'link';
  readonly size?: 'small' | 'medium';
  readonly icon?: ReactNode;
  /** Shows the icon alone; the name goes to `aria-label` and the tooltip. */
  readonly label?: string;
}

/** A button of the pages. */
export const Button = ({
  tone = 'default',
  size = 'medium',
  icon,
  label,
  children,
  ...rest
}: ButtonProps) => (
  <button
    type="button"
    className="button"
    data-tone={tone}
    data-size={size}
    {...(label === undefined ? {} : { 'aria-label': label, title: label })}
    {...(children === undefined ? { 'data-icon-only': '' } : {})}
    {...rest}
  >
    {icon}
    {children}
  </button>
);
