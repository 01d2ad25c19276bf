import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  build: {
    sourcemap: false,
    // The content security policy takes images from data: addresses, and nothing else that is inlined.
    assetsInlineLimit: 0,
  },
});
