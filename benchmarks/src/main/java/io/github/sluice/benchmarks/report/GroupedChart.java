package io.github.sluice.benchmarks.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.geom.Rectangle2D;
import java.text.NumberFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jfree.chart.ChartFactory;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.NumberTickUnit;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.block.BlockBorder;
import org.jfree.chart.plot.CategoryPlot;
import org.jfree.chart.renderer.category.BarRenderer;
import org.jfree.chart.renderer.category.StandardBarPainter;
import org.jfree.data.category.DefaultCategoryDataset;
import org.jfree.svg.SVGGraphics2D;

/**
 * Bars in groups, each with its value above it.
 *
 * @param title what it shows
 * @param groupAxis what a group is
 * @param valueAxis what is measured, with its unit
 * @param scale how the values are laid out
 * @param bars in the order in which they are drawn
 */
public record GroupedChart(String title, String groupAxis, String valueAxis, Scale scale, List<Bar> bars) {

    private static final int BAR_WIDTH = 46;
    private static final int MARGIN_WIDTH = 160;
    private static final int HEIGHT = 480;
    private static final String FONT = "SansSerif";

    /** Tell bars apart for those too who see few colours (Okabe and Ito). */
    private static final List<Color> COLOURS = List.of(
            new Color(0x0072B2),
            new Color(0xD55E00),
            new Color(0xCC79A7),
            new Color(0xE69F00),
            new Color(0xF0E442),
            new Color(0x56B4E9),
            new Color(0x999999),
            new Color(0x009E73));

    /** How values are laid out. */
    public enum Scale {

        /** In proportion, from 0. */
        LINEAR,

        /** By their order of magnitude; every value is above 0. */
        LOGARITHMIC
    }

    /**
     * One bar.
     *
     * @param series what its colour means
     * @param group where it stands
     * @param value how high it is
     */
    public record Bar(String series, String group, double value) {}

    public GroupedChart {
        bars = List.copyOf(bars);
    }

    /**
     * A chart without bars.
     *
     * @param title what it shows
     * @param groupAxis what a group is
     * @param valueAxis what is measured, with its unit
     * @param scale how the values are laid out
     * @return the chart
     */
    public static GroupedChart of(String title, String groupAxis, String valueAxis, Scale scale) {
        return new GroupedChart(title, groupAxis, valueAxis, scale, List.of());
    }

    /**
     * This chart and one bar more.
     *
     * @param series what its colour means
     * @param group where it stands
     * @param value how high it is
     * @return another chart
     */
    public GroupedChart with(String series, String group, double value) {
        List<Bar> more = new ArrayList<>(bars);
        more.add(new Bar(series, group, value));
        return new GroupedChart(title, groupAxis, valueAxis, scale, more);
    }

    /** The chart as an SVG document. */
    public String svg() {
        JFreeChart chart = chart();
        long groups = bars.stream().map(Bar::group).distinct().count();
        long series = bars.stream().map(Bar::series).distinct().count();
        int width = (int) Math.max(720, MARGIN_WIDTH + groups * (series + 1) * BAR_WIDTH);
        SVGGraphics2D graphics = new SVGGraphics2D(width, HEIGHT);
        // The same ids every time, so that a new run differs from an old one by its numbers only.
        graphics.setDefsKeyPrefix("chart");
        chart.draw(graphics, new Rectangle2D.Double(0, 0, width, HEIGHT));
        return graphics.getSVGElement(null, true, null, null, null) + "\n";
    }

    private JFreeChart chart() {
        DefaultCategoryDataset values = new DefaultCategoryDataset();
        bars.forEach(bar -> values.addValue(bar.value(), bar.series(), bar.group()));
        JFreeChart chart = ChartFactory.createBarChart(title, groupAxis, valueAxis, values);
        chart.setBackgroundPaint(Color.WHITE);
        chart.setBorderVisible(false);
        chart.getTitle().setFont(new Font(FONT, Font.BOLD, 16));
        chart.getLegend().setFrame(BlockBorder.NONE);
        chart.getLegend().setItemFont(new Font(FONT, Font.PLAIN, 12));
        CategoryPlot plot = chart.getCategoryPlot();
        plot.setBackgroundPaint(Color.WHITE);
        plot.setOutlineVisible(false);
        plot.setRangeGridlinePaint(new Color(0xCCCCCC));
        plot.setRangeGridlineStroke(new BasicStroke(0.6f));
        plot.getDomainAxis().setMaximumCategoryLabelLines(2);
        plot.getDomainAxis().setLabelFont(new Font(FONT, Font.PLAIN, 12));
        plot.getDomainAxis().setTickLabelFont(new Font(FONT, Font.PLAIN, 12));
        plot.setRangeAxis(axis());
        plot.setRenderer(renderer());
        return chart;
    }

    private NumberAxis plainAxis() {
        NumberAxis axis = new NumberAxis(valueAxis);
        axis.setNumberFormatOverride(NumberFormat.getInstance(Locale.ROOT));
        axis.setUpperMargin(0.12);
        return axis;
    }

    private ValueAxis axis() {
        if (scale == Scale.LINEAR) {
            return plainAxis();
        }
        LogAxis axis = new LogAxis(valueAxis);
        axis.setNumberFormatOverride(NumberFormat.getInstance(Locale.ROOT));
        axis.setTickUnit(new NumberTickUnit(1));
        axis.setRange(floor(), ceiling());
        return axis;
    }

    private BarRenderer renderer() {
        BarRenderer renderer = new BarRenderer();
        renderer.setBarPainter(new StandardBarPainter());
        renderer.setShadowVisible(false);
        renderer.setItemMargin(0.06);
        renderer.setDefaultItemLabelsVisible(true);
        renderer.setDefaultItemLabelFont(new Font(FONT, Font.PLAIN, 10));
        renderer.setDefaultItemLabelGenerator(new ValueLabels());
        if (scale == Scale.LOGARITHMIC) {
            renderer.setBase(floor());
            renderer.setIncludeBaseInRange(false);
        }
        for (int i = 0; i < COLOURS.size(); i++) {
            renderer.setSeriesPaint(i, COLOURS.get(i));
        }
        return renderer;
    }

    private double floor() {
        return Math.pow(10, Math.floor(Math.log10(smallest() * 0.9)));
    }

    private double ceiling() {
        double largest = bars.stream().mapToDouble(Bar::value).max().orElse(10);
        return Math.max(largest * 2, floor() * 10);
    }

    private double smallest() {
        return bars.stream()
                .mapToDouble(Bar::value)
                .filter(value -> value > 0)
                .min()
                .orElse(1);
    }
}
