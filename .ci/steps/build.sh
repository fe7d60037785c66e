# the service and the page, built once: the steps after it run side by side and only read them
npm run build
npm run build:web
