// The design system's styles for every page but the light public ones: one file, so the order of its rules holds.
import '@mantine/core/styles.css';
import '@mantine/dates/styles.css';
import '@mantine/notifications/styles.css';
import './tuning.css';
