package io.github.sluice.benchmarks.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.text.NumberFormat;
import java.util.Locale;
import org.jfree.chart.labels.CategoryItemLabelGenerator;
import org.jfree.data.category.CategoryDataset;

/** Three digits of each value: 0.0431, 4.31, 431, 43,100. */
final class ValueLabels implements CategoryItemLabelGenerator {

    private static final MathContext THREE_DIGITS = new MathContext(3);

    @Override
    public String generateLabel(CategoryDataset values, int series, int group) {
        Number value = values.getValue(series, group);
        if (value == null) {
            return "";
        }
        NumberFormat format = NumberFormat.getInstance(Locale.ROOT);
        format.setMaximumFractionDigits(6);
        return format.format(BigDecimal.valueOf(value.doubleValue()).round(THREE_DIGITS));
    }

    @Override
    public String generateRowLabel(CategoryDataset values, int series) {
        return values.getRowKey(series).toString();
    }

    @Override
    public String generateColumnLabel(CategoryDataset values, int group) {
        return values.getColumnKey(group).toString();
    }
}
